package io.shardkit.move.table;

import io.shardkit.move.table.Progress.MoveTakenOverException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private final boolean areCopies;

    /** @param moves those of one operation, in one direction */
    public ForeignKeys(List<TableMove> moves) {
        this(moves, false);
    }

    private ForeignKeys(List<TableMove> moves, boolean areCopies) {
        this.moves = List.copyOf(moves);
        this.areCopies = areCopies;
    }

    /** Foreign keys between tables that are copied, and stay in use where they are: no trigger has to tell of their changes. */
    public static ForeignKeys ofCopies(List<TableMove> copies) {
        return new ForeignKeys(copies, true);
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
                                && areAlike(each.targets(), move.targets())
                                && (each.table().equalsIgnoreCase(table)
                                        || each.fenced().equalsIgnoreCase(table)))
                        .findFirst()
                        .orElse(null);
    }

    /** Returns true if rows of both that lie together before do so after. */
    private static boolean areAlike(List<MoveTarget> some, List<MoveTarget> others) {
        return some.stream()
                .map(MoveTarget::place)
                .toList()
                .equals(others.stream().map(MoveTarget::place).toList());
    }

    /** Returns why foreign keys of a table, or those to it, cannot move. */
    List<String> problems(TableMove move, MoveStatements source, String table) throws SQLException {
        List<String> problems = new ArrayList<>();
        List<ForeignKey> keys = sql(move).foreignKeys(source, move.source(), table);
        for (ForeignKey key : keys) {
            String problem = problem(move, key);
            if (problem != null) {
                problems.add(problem);
            } else if (!key.valid()) {
                problems.add(
                        "the foreign key " + key.name() + " is not valid for all rows, and would be so at the target:"
                                + " ALTER TABLE .. VALIDATE CONSTRAINT, or drop the foreign key");
            }
        }
        for (MoveSql.Referrer each :
                areCopies ? List.<MoveSql.Referrer>of() : sql(move).referrers(source, move.source(), table)) {
            if (beside(move, each.table()) == null) {
                problems.add("the foreign key " + each.key() + " of "
                        + (each.table() == null ? "a table of another schema" : "table " + each.table())
                        + ", which does not move along, refers to it, and would go on to refer to the table that is"
                        + " fenced off: drop the foreign key");
            }
        }
        TableMove first = moves.stream()
                .filter(each -> each.targets().equals(move.targets()))
                .findFirst()
                .orElse(move);
        if (!first.key().equals(move.key())
                && problems.isEmpty()
                && !lasting(move, keys).equals(lasting(first))) {
            problems.add("its foreign keys are not those of " + first + ", whose rows come to the same tables: let all"
                    + " actual tables have the same ones");
        }
        return problems;
    }

    private List<String> lasting(TableMove move) throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            return lasting(move, sql(move).foreignKeys(source, move.source(), move.sourceName(source)));
        }
    }

    private List<String> lasting(TableMove move, List<ForeignKey> keys) {
        List<String> lasting = new ArrayList<>();
        for (ForeignKey each : keys) {
            TableMove parent = beside(move, each.parent());
            lasting.add(each.lasting() + (parent == null ? "" : parent.targets()));
        }
        lasting.sort(null);
        return lasting;
    }

    private @Nullable String problem(TableMove move, ForeignKey key) {
        if (key.changesRows() && !areCopies) {
            return "the foreign key " + key.name() + " (" + key.rest().strip()
                    + ") changes rows when others change, which fires no triggers on some databases: drop the foreign key,"
                    + " and create it at the target after the move, or let it be one without ON DELETE and ON UPDATE";
        }
        TableMove parent = beside(move, key.parent());
        if (parent == null) {
            return "the foreign key " + key.name() + " refers to "
                    + (key.parent() == null ? "a table of another schema" : "table " + key.parent())
                    + (areCopies
                            ? ", which is not made there with it: make the table there by hand, and copy its rows"
                            : ", which does not move along: drop the foreign key");
        }
        String apart = move.placement().apart(key.columnNames(), parent.placement(), key.parentColumnNames());
        return apart == null ? null : "the foreign key " + key.name() + " " + apart + ": drop the foreign key";
    }

    /**
     * Asks before the pause for what {@link #create} is to do in it.
     *
     * @return true if the source of a table has foreign keys
     * @throws SQLException if one of them cannot move
     */
    public boolean isKeyed(TableMove move) throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            List<ForeignKey> keys = sql(move).foreignKeys(source, move.source(), move.sourceName(source));
            for (ForeignKey key : keys) {
                parent(move, key);
            }
            return !keys.isEmpty();
        }
    }

    private TableMove parent(TableMove move, ForeignKey key) throws SQLException {
        String problem = problem(move, key);
        TableMove parent = beside(move, key.parent());
        if (problem != null || parent == null) {
            throw new SQLException("table " + move.table() + ": " + problem);
        }
        return parent;
    }

    /**
     * Makes the foreign keys of a source at its targets, which have its rows and which nothing uses yet. The sources of one
     * target do so one after the other.
     *
     * @param progress of the worker
     * @throws MoveTakenOverException if another worker has taken the move over
     * @throws SQLException if one of them cannot move, or a table is held for too long, among others
     */
    public void create(TableMove move, Progress progress) throws SQLException {
        List<ForeignKey> wanted;
        try (MoveConnection source = MoveConnection.source(move)) {
            wanted = sql(move).foreignKeys(source, move.source(), move.sourceName(source));
        }
        new TargetTransactions(move, progress).run((targets, state, clearing) -> {
            for (int i = 0; i < move.targets().size(); i++) {
                create(move, i, wanted, targets.connection(move.targets().get(i).place()));
            }
            return true;
        });
    }

    private void create(TableMove move, int number, List<ForeignKey> wanted, MoveConnection connection)
            throws SQLException {
        MoveTarget target = move.targets().get(number);
        List<ForeignKey> present = new ArrayList<>(sql(move).foreignKeys(connection, target.place(), target.filled()));
        for (ForeignKey key : wanted) {
            MoveTarget parent = parent(move, key).targets().get(number);
            boolean isThere = present.stream()
                    .filter(each -> each.lasting().equals(key.lasting())
                            && parent.filled().equalsIgnoreCase(each.parent()))
                    .findFirst()
                    .map(present::remove)
                    .orElse(false);
            if (!isThere) {
                sql(move)
                        .addForeignKey(
                                connection,
                                target.place().quoted(move.dialect(), target.filled()),
                                key,
                                isGenerated(move, key),
                                parent.place().quoted(move.dialect(), parent.filled()));
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
     * @param progress of the worker
     * @throws MoveTakenOverException if another worker has taken the move over
     */
    public static void drop(TableMove move, Progress progress) throws SQLException {
        for (MoveTarget target : move.targets()) {
            for (String each : drops(move, target)) {
                new TargetTransactions(move, progress).run((targets, state, clearing) -> {
                    targets.connection(target.place()).execute(each);
                    return true;
                });
            }
        }
    }

    private static List<String> drops(TableMove move, MoveTarget target) throws SQLException {
        try (MoveConnection connection = MoveConnection.open(target.place(), move)) {
            String name = target.place()
                    .names(move.dialect(), connection)
                    .get(target.filled().toLowerCase(Locale.ROOT));
            if (name == null) {
                return List.of();
            }
            return sql(move).foreignKeys(connection, target.place(), name).stream()
                    .map(key -> "ALTER TABLE " + target.place().quoted(move.dialect(), name)
                            + sql(move).foreignKeyDrop(move.dialect().quoted(key.name())))
                    .toList();
        }
    }

    /**
     * Compares the rows of the sources, which are in use, with the foreign keys for which that was not done.
     *
     * @return the statements that have failed; new rows are held to the foreign keys all the same
     */
    public List<String> validate() throws SQLException {
        List<String> failed = new ArrayList<>();
        for (TableMove move : moves) {
            try (MoveConnection source = MoveConnection.source(move)) {
                String table = move.sourceName(source);
                for (ForeignKey key : sql(move).foreignKeys(source, move.source(), table)) {
                    String validation = "ALTER TABLE " + move.source().quoted(move.dialect(), table)
                            + " VALIDATE CONSTRAINT " + move.dialect().quoted(key.name());
                    if (!key.valid() && !isRun(move, source, validation)) {
                        failed.add(validation);
                    }
                }
            }
        }
        return failed;
    }

    private static boolean isRun(TableMove move, MoveConnection connection, String statement) {
        try {
            connection.execute(statement);
            return true;
        } catch (SQLException failure) {
            LOG.warn("Move {}: run {} when there is time for it", move.id(), statement, failure);
            return false;
        }
    }
}
