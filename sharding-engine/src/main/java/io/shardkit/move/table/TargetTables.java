package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The tables that get the rows of a source: made, or dropped. Immutable. */
public final class TargetTables {
    private final TableMove move;

    /** The target tables of a move, there or not. */
    public TargetTables(TableMove move) {
        this.move = move;
    }

    /**
     * Makes empty tables like the source's, under the temporary names, as far as there are none that are like it.
     *
     * @return the hash of the structure
     * @throws SQLException if there is another table of such a name, or a database makes a table that is not like it
     */
    public String create() throws SQLException {
        TableStructure structure;
        try (MoveConnection source = MoveConnection.source(move)) {
            structure = MoveSqls.of(move.dialect()).structure(source, move.source(), move.sourceName(source));
        }
        for (MoveTarget target : move.targets()) {
            try (MoveConnection connection = MoveConnection.open(target.place(), move)) {
                if (target.present(target.place().names(move.dialect(), connection)) == null) {
                    create(target, connection, structure);
                }
                check(target, connection, structure);
            }
        }
        return structure.hash();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * Makes an empty table like the source's, under a name of the move's own, and drops it.
     *
     * @throws SQLException if the target lacks something that the table needs, as a type
     */
    static void tryOut(TableMove move, TablePlace place, MoveConnection source, MoveConnection target)
            throws SQLException {
        TargetTables tables = new TargetTables(move);
        MoveSql sql = MoveSqls.of(move.dialect());
        try {
            tables.make(place, target, sql.structure(source, move.source(), move.sourceName(source)));
        } finally {
            target.execute("DROP TABLE IF EXISTS " + place.quoted(move.dialect(), tables.unready()));
        }
    }

    private String unready() {
        return move.key() + "_m";
    }

    /** Under another name first: a table that lacks its indexes is not to be taken for one that is ready. */
    private void create(MoveTarget target, MoveConnection connection, TableStructure structure) throws SQLException {
        make(target.place(), connection, structure);
        MoveSqls.of(move.dialect())
                .rename(connection, target.place(), List.of(new Renaming(unready(), target.filled())));
    }

    private void make(TablePlace place, MoveConnection target, TableStructure structure) throws SQLException {
        String quoted = place.quoted(move.dialect(), unready());
        target.execute("DROP TABLE IF EXISTS " + quoted);
        MoveSql sql = MoveSqls.of(move.dialect());
        for (String each : structure.statements(quoted, sql.namesInUse(target, place), move.dialect()::quoted)) {
            target.execute(each);
        }
    }

    private void check(MoveTarget target, MoveConnection connection, TableStructure structure) throws SQLException {
        String present = target.present(target.place().names(move.dialect(), connection));
        if (present == null) {
            throw new SQLException("The target has neither table " + target.filled() + " nor " + target.published());
        }
        List<String> differences =
                structure.differences(MoveSqls.of(move.dialect()).structure(connection, target.place(), present));
        if (!differences.isEmpty()) {
            throw new SQLException("Table " + present + " of the target is not like " + move.table()
                    + " of the source: " + String.join("; ", differences));
        }
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

    /** Drops the tables that have their temporary names, and what is left of those that were being made. */
    public void drop() throws SQLException {
        for (MoveTarget target : move.targets()) {
            try (MoveConnection connection = MoveConnection.open(target.place(), move)) {
                for (String name : List.of(target.filled(), unready())) {
                    connection.execute("DROP TABLE IF EXISTS " + target.place().quoted(move.dialect(), name));
                }
            }
        }
    }
}
