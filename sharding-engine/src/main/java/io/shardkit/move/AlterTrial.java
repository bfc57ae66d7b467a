package io.shardkit.move;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.alter.AlterSql;
import io.shardkit.move.alter.CommonColumns;
import io.shardkit.move.alter.IndexChange;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TargetTables;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a database to an ALTER of a table like an actual one, with one of its rows. Immutable.
 *
 * @param notInPlace why the database does not alter such a table in an instant; empty if it does
 * @param indexes what the database does to indexes in place, and can undo, while the table is written; null if the ALTER is
 *     something else
 * @param nanos how long it took
 * @param before the columns of the actual table
 * @param after those of the altered one
 * @param uniqueKeys those of the altered one
 * @param key by which rows were looked up; null if there is none
 * @param keyAfter by which rows of the altered one are; null if there is none
 * @param needed columns, in lower case, to which an INSERT had to give a value
 * @param hash of the structure of the actual table
 * @param hashAfter of the structure of the altered one
 */
record AlterTrial(
        String notInPlace,
        @Nullable IndexChange indexes,
        long nanos,
        List<Column> before,
        List<Column> after,
        List<UniqueKey> uniqueKeys,
        @Nullable UniqueKey key,
        @Nullable UniqueKey keyAfter,
        List<String> needed,
        String hash,
        String hashAfter) {

    /**
     * Makes the table, alters and drops it.
     *
     * @throws SQLException if the database refuses to, among others
     */
    static AlterTrial run(TableMove move, String clauses) throws SQLException {
        Dialect dialect = move.dialect();
        try (TargetTables.Definitions database = TargetTables.Definitions.open(move.source(), dialect)) {
            String table = database.names().get(move.table().toLowerCase(Locale.ROOT));
            if (table == null) {
                throw new SQLException("there is no such table");
            }
            List<Column> before = database.columns(table);
            List<UniqueKey> keys = database.uniqueKeys(table);
            String hash = database.hash(table);
            database.dropTrial(move);
            try {
                String trial = database.makeTrial(move);
                database.execute(oneRow(database, dialect, before, table, trial));
                long start = System.nanoTime();
                Asked asked = AlterSql.isInTransactions(dialect)
                        ? new Asked(alterInTransaction(database, trial, clauses), null)
                        : alterInPlace(move, database, trial, clauses);
                long nanos = System.nanoTime() - start;
                List<Column> after = database.columns(trial);
                List<UniqueKey> keysAfter = database.uniqueKeys(trial);
                return new AlterTrial(
                        asked.notInPlace(),
                        asked.indexes(),
                        nanos,
                        before,
                        after,
                        keysAfter,
                        database.key(before, keys),
                        database.key(after, keysAfter),
                        database.needed(table),
                        hash,
                        database.hash(trial));
            } finally {
                database.dropTrial(move);
            }
        }
    }

    private static String oneRow(
            TargetTables.Definitions database, Dialect dialect, List<Column> columns, String table, String trial) {
        String names = CommonColumns.ofAlike(columns).columns().stream()
                .map(column -> dialect.quoted(column.reportedName()))
                .collect(Collectors.joining(", "));
        return "INSERT INTO " + database.quoted(trial) + " (" + names + ")"
                + database.overriding() + " SELECT " + names + " FROM "
                + database.quoted(table) + " LIMIT 1";
    }

    /** The answer of a database: why it does not alter a table in an instant, and what it does to indexes in place. */
    private record Asked(String notInPlace, @Nullable IndexChange indexes) {}

    private static Asked alterInPlace(TableMove move, TargetTables.Definitions database, String trial, String clauses)
            throws SQLException {
        String statement = "ALTER TABLE " + database.quoted(trial) + " ";
        String notInPlace = refusal(move, statement + clauses + AlterSql.instant(move.dialect()));
        if (notInPlace.isEmpty()) {
            return new Asked("", null);
        }
        List<String> before = database.lines(trial);
        if (!refusal(move, statement + clauses + AlterSql.online()).isEmpty()) {
            // Fails in the same way if the text is wrong; a row that does not fit is named when it is copied.
            database.execute("DELETE FROM " + database.quoted(trial));
            database.execute(statement + clauses);
            return new Asked(notInPlace, null);
        }
        IndexChange indexes = IndexChange.between(before, database.lines(trial));
        boolean isUndone = indexes != null
                && refusal(move, statement + indexes.inverse() + AlterSql.online())
                        .isEmpty();
        if (isUndone) {
            boolean isAsBefore = IndexChange.isSame(before, database.lines(trial));
            database.execute(statement + clauses);
            return new Asked(notInPlace, isAsBefore ? indexes : null);
        }
        return new Asked(notInPlace, null);
    }

    /**
     * Runs a statement on a connection of its own, as pools take connections for broken that were told of something
     * unsupported; returns why the database refuses it, or an empty text.
     */
    private static String refusal(TableMove move, String statement) throws SQLException {
        try (TargetTables.Definitions asked = TargetTables.Definitions.open(move.source(), move.dialect())) {
            try {
                asked.execute(statement);
                return "";
            } catch (SQLException refused) {
                if (Passing.is(refused)) {
                    throw refused;
                }
                return String.valueOf(refused.getMessage());
            }
        }
    }

    private static String alterInTransaction(TargetTables.Definitions database, String trial, String clauses)
            throws SQLException {
        String table = database.quoted(trial);
        Map<String, String> work = AlterSql.work(
                table, database.firstColumn(AlterSql.columns(table)).get(0));
        Map<String, Set<String>> before = new HashMap<>();
        for (String each : work.keySet()) {
            before.put(each, new HashSet<>(database.firstColumn(each)));
        }
        String statement = "ALTER TABLE " + table + " " + clauses;
        try {
            database.execute(statement);
        } catch (SQLException refused) {
            if (!String.valueOf(refused.getSQLState()).matches("2[23].*")) {
                throw refused;
            }
            database.execute("DELETE FROM " + database.quoted(trial));
            database.execute(statement);
            return String.valueOf(refused.getMessage());
        }
        for (Map.Entry<String, String> each : work.entrySet()) {
            Set<String> more = new HashSet<>(database.firstColumn(each.getKey()));
            more.removeAll(before.getOrDefault(each.getKey(), Set.of()));
            if (!more.isEmpty()) {
                return each.getValue();
            }
        }
        return "";
    }
}
