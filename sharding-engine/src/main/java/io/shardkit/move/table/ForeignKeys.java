package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Foreign keys between tables that move together. Rows are copied and followed table by table, so a table has its foreign
 * keys only while it is in use: they are made at the target when all last changes are there, and dropped from the tables
 * that are not in use any more. What the source keeps holds for equal rows at the target, so nothing is read for it.
 * Each step does what is left to do of it. Immutable.
 */
public final class ForeignKeys {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignKeys.class);

    private final List<TableMove> moves;

    /** @param moves those of one operation, in one direction */
    public ForeignKeys(List<TableMove> moves) {
        this.moves = List.copyOf(moves);
    }

    private static MoveSql sql(TableMove move) {
        return MoveSqls.of(move.dialect());
    }

    /** Returns the move of a table by the name that it has at the source of another one, or null if it is not moved along. */
    private @Nullable TableMove beside(TableMove move, @Nullable String table) {
        return table == null
                ? null
                : moves.stream()
                        .filter(each -> each.source().equals(move.source())
                                && each.target().equals(move.target())
                                && (each.table().equalsIgnoreCase(table)
                                        || each.fenced().equalsIgnoreCase(table)))
                        .findFirst()
                        .orElse(null);
    }

    /** Returns why foreign keys of a table, or those to it, cannot move. */
    List<String> problems(TableMove move, MoveStatements source, String table) throws SQLException {
        List<String> problems = new ArrayList<>();
        for (ForeignKey key : sql(move).foreignKeys(source, move.source(), table)) {
            String problem = problem(move, key);
            if (problem != null) {
                problems.add(problem);
            }
        }
        for (ForeignKey key : sql(move).referringKeys(source, move.source(), table)) {
            if (beside(move, key.parent()) == null) {
                problems.add("the foreign key " + key.name() + " of another table, which does not move along, refers to"
                        + " it, and would go on to refer to the table that is fenced off: drop the foreign key");
            }
        }
        return problems;
    }

    private @Nullable String problem(TableMove move, ForeignKey key) {
        if (!key.plain()) {
            return "the foreign key " + key.name() + " (" + key.rest().strip()
                    + ") changes rows when others change, which fires no triggers on some databases: drop the foreign key,"
                    + " and create it at the target after the move, or let it be one without ON DELETE and ON UPDATE";
        }
        return beside(move, key.parent()) == null
                ? "the foreign key " + key.name() + " refers to "
                        + (key.parent() == null ? "a table of another schema" : "table " + key.parent())
                        + ", which does not move along: drop the foreign key"
                : null;
    }

    /**
     * Makes the foreign keys of the sources at the targets, whose rows are the same and which nothing uses yet.
     *
     * @throws SQLException if one of them cannot move, or a table is held for too long
     */
    public void create() throws SQLException {
        for (TableMove move : moves) {
            List<ForeignKey> wanted;
            try (MoveConnection source = MoveConnection.source(move)) {
                wanted = sql(move).foreignKeys(source, move.source(), move.sourceName(source));
            }
            if (!wanted.isEmpty()) {
                create(move, wanted);
            }
        }
    }

    private void create(TableMove move, List<ForeignKey> wanted) throws SQLException {
        try (MoveConnection target = MoveConnection.target(move)) {
            List<ForeignKey> present = new ArrayList<>(sql(move).foreignKeys(target, move.target(), move.filled()));
            for (ForeignKey key : wanted) {
                String problem = problem(move, key);
                TableMove parent = beside(move, key.parent());
                if (problem != null || parent == null) {
                    throw new SQLException("table " + move.table() + ": " + problem);
                }
                boolean isThere = present.removeIf(
                        each -> each.isLike(key) && parent.filled().equalsIgnoreCase(each.parent()));
                if (!isThere) {
                    sql(move)
                            .addForeignKey(
                                    target,
                                    move.target().quoted(move.dialect(), move.filled()),
                                    key,
                                    isGenerated(move, key),
                                    move.target().quoted(move.dialect(), parent.filled()));
                }
            }
        }
    }

    /** A name that begins with that of the table is one that the database has made, and makes again. */
    private static boolean isGenerated(TableMove move, ForeignKey key) {
        String name = key.name().toLowerCase(Locale.ROOT);
        return name.startsWith(move.table().toLowerCase(Locale.ROOT) + "_ibfk_")
                || name.startsWith(move.fenced().toLowerCase(Locale.ROOT) + "_ibfk_");
    }

    /**
     * Drops the foreign keys of targets that are not in use.
     *
     * @return true if there was one
     */
    public boolean drop() throws SQLException {
        boolean any = false;
        for (TableMove move : moves) {
            any |= Attempts.of(move, () -> drop(move));
        }
        return any;
    }

    private static boolean drop(TableMove move) throws SQLException {
        try (MoveConnection target = MoveConnection.target(move)) {
            String name = move.target().names(move.dialect(), target).get(move.filled().toLowerCase(Locale.ROOT));
            if (name == null) {
                return false;
            }
            Set<String> keys = new HashSet<>();
            sql(move).foreignKeys(target, move.target(), name).forEach(key -> keys.add(key.name()));
            for (String key : keys) {
                target.execute("ALTER TABLE " + move.target().quoted(move.dialect(), name)
                        + sql(move).foreignKeyDrop(move.dialect().quoted(key)));
            }
            return !keys.isEmpty();
        }
    }

    /** Lets the database know that the rows of the sources, which are in use, keep the foreign keys. */
    public void validate() throws SQLException {
        for (TableMove move : moves) {
            try (MoveConnection source = MoveConnection.source(move)) {
                for (String each : sql(move).foreignKeyValidations(source, move.source(), move.sourceName(source))) {
                    try {
                        source.execute(each);
                    } catch (SQLException failure) {
                        // New rows are held to it all the same.
                        LOG.warn("Move {}: run {} when there is time for it", move.id(), each, failure);
                        return;
                    }
                }
            }
        }
    }
}
