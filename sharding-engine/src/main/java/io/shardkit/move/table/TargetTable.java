package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The table at the target: made, given its final name, or dropped. Immutable. */
public final class TargetTable {
    private final TableMove move;

    /** The target table of a move, there or not. */
    public TargetTable(TableMove move) {
        this.move = move;
    }

    /**
     * Makes an empty table like the source's, under the temporary name, unless there is one that is like it.
     *
     * @return the hash of the structure
     * @throws SQLException if there is another table of that name, or the database makes a table that is not like it
     */
    public String create() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move);
                MoveConnection target = MoveConnection.target(move)) {
            MoveSql sql = MoveSqls.of(move.dialect());
            TableStructure structure = sql.structure(source, move.source(), move.sourceName(source));
            Map<String, String> names = move.target().names(move.dialect(), target);
            if (!names.containsKey(lower(move.filled())) && !names.containsKey(lower(move.published()))) {
                create(target, structure);
            }
            check(target, structure);
            return structure.hash();
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * Makes an empty table like the source's, under a name of the move's own, and drops it.
     *
     * @throws SQLException if the target lacks something that the table needs, as a type
     */
    static void tryOut(TableMove move, MoveConnection source, MoveConnection target) throws SQLException {
        TargetTable table = new TargetTable(move);
        MoveSql sql = MoveSqls.of(move.dialect());
        try {
            table.make(target, sql.structure(source, move.source(), move.sourceName(source)));
        } finally {
            target.execute("DROP TABLE IF EXISTS " + move.target().quoted(move.dialect(), move.key() + "_m"));
        }
    }

    /** Under another name first: a table that lacks its indexes is not to be taken for one that is ready. */
    private void create(MoveConnection target, TableStructure structure) throws SQLException {
        make(target, structure);
        MoveSqls.of(move.dialect())
                .rename(target, move.target(), List.of(new Renaming(move.key() + "_m", move.filled())));
    }

    private void make(MoveConnection target, TableStructure structure) throws SQLException {
        String unready = move.key() + "_m";
        String quoted = move.target().quoted(move.dialect(), unready);
        target.execute("DROP TABLE IF EXISTS " + quoted);
        MoveSql sql = MoveSqls.of(move.dialect());
        for (String each :
                structure.statements(quoted, sql.namesInUse(target, move.target()), move.dialect()::quoted)) {
            target.execute(each);
        }
    }

    private void check(MoveConnection target, TableStructure structure) throws SQLException {
        List<String> differences = structure.differences(structure(target));
        if (!differences.isEmpty()) {
            throw new SQLException("Table " + present(target) + " of the target is not like " + move.table()
                    + " of the source: " + String.join("; ", differences));
        }
    }

    private TableStructure structure(MoveConnection target) throws SQLException {
        return MoveSqls.of(move.dialect()).structure(target, move.target(), present(target));
    }

    private String present(MoveConnection target) throws SQLException {
        Map<String, String> names = move.target().names(move.dialect(), target);
        String filled = names.get(lower(move.filled()));
        String last = names.get(lower(move.published()));
        if (filled != null) {
            return filled;
        }
        if (last == null) {
            throw new SQLException("The target has neither table " + move.filled() + " nor " + move.published());
        }
        return last;
    }

    /** Returns the names, in lower case, that no other table of a schema can have. */
    public static Set<String> namesInUse(Dialect dialect, TablePlace place) throws SQLException {
        MoveSql sql = MoveSqls.of(dialect);
        try (MoveConnection connection = MoveConnection.open(place, sql, MoveLimits.DEFAULTS.seconds())) {
            Set<String> names = new HashSet<>(place.names(dialect, connection).keySet());
            sql.namesInUse(connection, place).forEach(name -> names.add(lower(name)));
            return names;
        }
    }

    /** Drops the table if it has its temporary name, and what is left of one that was being made. */
    public void drop() throws SQLException {
        try (MoveConnection target = MoveConnection.target(move)) {
            for (String name : List.of(move.filled(), move.key() + "_m")) {
                target.execute("DROP TABLE IF EXISTS " + move.target().quoted(move.dialect(), name));
            }
        }
    }
}
