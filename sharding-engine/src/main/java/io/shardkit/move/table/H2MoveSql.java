package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A move between databases of H2, whose server must have the engine's classes. */
final class H2MoveSql extends MoveSql {
    /** No VARCHAR_IGNORECASE: an index goes on to give the former spelling of a value of which only the case was changed. */
    private static final Set<String> KEY_TYPES = Set.of(
            "tinyint",
            "smallint",
            "integer",
            "bigint",
            "numeric",
            "character",
            "character varying",
            "binary",
            "binary varying",
            "uuid",
            "date",
            "timestamp",
            "timestamp with time zone",
            "boolean");

    private static final String SCHEMA = "(?:\"[^\"]+\"\\.)?";
    private static final Pattern TABLE =
            Pattern.compile("CREATE (.*?TABLE) " + SCHEMA + "\"[^\"]+\"(.*)", Pattern.DOTALL);
    private static final Pattern CONSTRAINT = Pattern.compile(
            "ALTER TABLE " + SCHEMA + "\"[^\"]+\" ADD CONSTRAINT " + SCHEMA + "\"[^\"]+\" (.*)", Pattern.DOTALL);
    private static final Pattern INDEX = Pattern.compile(
            "CREATE (.*?INDEX) " + SCHEMA + "\"[^\"]+\" ON " + SCHEMA + "\"[^\"]+\"(.*)", Pattern.DOTALL);
    private static final Pattern NEXT_KEY = Pattern.compile("(IDENTITY\\([^)]*?) RESTART WITH \\d+");

    private static final String ISOLATION = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL ";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern STATISTICS = Pattern.compile(" SELECTIVITY \\d+");

    /** Errors: a lock was waited for too long, a deadlock, and another transaction has changed the row. */
    private static final Set<Integer> TRANSIENT = Set.of(50200, 40001, 90131);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final String NAMED = " = CURRENT_SCHEMA AND LOWER(TABLE_NAME) = LOWER(?)";

    private static final List<CheckQuestion> CHECKS = List.of(
            new CheckQuestion(
                    true,
                    true,
                    "SELECT CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA" + NAMED
                            + " AND CONSTRAINT_TYPE = 'FOREIGN KEY'",
                    "the foreign key %s does not move on H2: drop the foreign key, and create it at the target after the"
                            + " move"),
            new CheckQuestion(
                    true,
                    "SELECT R.CONSTRAINT_NAME FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS R"
                            + " JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS U ON U.CONSTRAINT_SCHEMA ="
                            + " R.UNIQUE_CONSTRAINT_SCHEMA AND U.CONSTRAINT_NAME = R.UNIQUE_CONSTRAINT_NAME"
                            + " WHERE U.TABLE_SCHEMA = CURRENT_SCHEMA AND LOWER(U.TABLE_NAME) = LOWER(?)",
                    "the foreign key %s of another table refers to it, and would go on to refer to the table that is"
                            + " fenced off: drop the foreign key, and create it at the target after the move of both"),
            new CheckQuestion(
                    false,
                    "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.VIEWS WHERE TABLE_SCHEMA = CURRENT_SCHEMA"
                            + " AND LOCATE(LOWER(?), LOWER(VIEW_DEFINITION)) > 0",
                    "the view %s reads it, and fails once the table is away: create it anew at the target"),
            new CheckQuestion(
                    false,
                    "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA" + NAMED,
                    "H2 now and then fails a statement that writes %s while the triggers of the move are made or"
                            + " dropped, with error 50000: run it again, or move while nothing writes"));

    H2MoveSql() {
        super(Dialect.H2, KEY_TYPES);
    }

    @Override
    List<String> prepare(Connection connection, int seconds) throws SQLException {
        List<String> former = row(
                connection,
                "SELECT LOCK_TIMEOUT(), isolation_level FROM information_schema.sessions WHERE session_id = SESSION_ID()");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT 1000");
            statement.execute(ISOLATION + "READ COMMITTED");
        }
        return List.of("SET LOCK_TIMEOUT " + former.get(0), ISOLATION + former.get(1));
    }

    @Override
    boolean isOfStatement(SQLException failure) {
        return super.isOfStatement(failure) && failure.getErrorCode() != 90067 && failure.getErrorCode() != 90121;
    }

    @Override
    boolean isTransient(SQLException failure) {
        return super.isTransient(failure) || TRANSIENT.contains(failure.getErrorCode());
    }

    @Override
    String mark(Column column) {
        return "CAST(? AS " + column.definition() + ")";
    }

    @Override
    boolean findsRows() {
        return true;
    }

    @Override
    void bindText(PreparedStatement statement, int index, Column column, String value) throws SQLException {
        statement.setString(index, value);
    }

    @Override
    TableStructure structure(MoveStatements connection, TablePlace place, String table) throws SQLException {
        List<String> statements = new ArrayList<>();
        List<String> script = connection.rows(
                "SCRIPT NODATA NOPASSWORDS NOSETTINGS TABLE " + place.quoted(dialect(), table),
                MoveStatements.Parameters.NONE,
                row -> row.getString(1));
        for (String each : script) {
            String sql = each.strip();
            Matcher index = INDEX.matcher(sql);
            Matcher made = TABLE.matcher(sql);
            Matcher constraint = CONSTRAINT.matcher(sql);
            if (index.matches()) {
                statements.add("CREATE " + index.group(1) + " ON " + TableStructure.TABLE + index.group(2));
            } else if (made.matches()) {
                String columns = STATISTICS
                        .matcher(NEXT_KEY.matcher(made.group(2)).replaceAll("$1"))
                        .replaceAll("");
                statements.add("CREATE " + made.group(1) + " " + TableStructure.TABLE + columns);
            } else if (constraint.matches()) {
                statements.add("ALTER TABLE " + TableStructure.TABLE + " ADD " + constraint.group(1));
            }
        }
        List<String> lines = new ArrayList<>(statements);
        lines.sort(null);
        return new TableStructure(lines, statements, List.of());
    }

    @Override
    String journalColumns() {
        return "entry BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                + " made_at TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP(3) NOT NULL";
    }

    @Override
    Set<String> triggerNames(TableMove move) {
        return Set.of(move.key() + "_r");
    }

    @Override
    String triggersQuery() {
        return "SELECT TRIGGER_NAME FROM INFORMATION_SCHEMA.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = CURRENT_SCHEMA"
                + " AND LOWER(EVENT_OBJECT_TABLE) = LOWER(?)";
    }

    private String trigger(TableMove move) {
        return move.source().quoted(dialect(), move.key() + "_r");
    }

    @Override
    List<String> triggers(MoveStatements source, MovedTable table) {
        return List.of("CREATE TRIGGER " + trigger(table.move()) + " AFTER INSERT, UPDATE, DELETE ON " + table.source()
                + " FOR EACH ROW CALL '" + JournalTrigger.class.getName() + "'");
    }

    @Override
    List<String> triggerDrops(TableMove move, @Nullable String table) {
        return List.of("DROP TRIGGER IF EXISTS " + trigger(move));
    }

    /** Setting the statistics of a column to what is assumed anyway needs the table for itself. */
    @Override
    void awaitWriters(MoveStatements source, TablePlace place, String table) throws SQLException {
        String column = source.rows(
                        dialect()
                                .inSchema(
                                        "SELECT COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA" + NAMED
                                                + " LIMIT 1",
                                        place.schema()),
                        statement -> statement.setString(1, table),
                        row -> row.getString(1))
                .get(0);
        source.execute("ALTER TABLE " + place.quoted(dialect(), table) + " ALTER COLUMN "
                + dialect().quoted(column) + " SELECTIVITY 50");
    }

    /** Nothing that a session can read changes by it. */
    @Override
    String incarnation(MoveStatements source, TablePlace place, String table) {
        return "";
    }

    @Override
    String truncationAdvice() {
        return "use DELETE instead until the move is over";
    }

    /** In one text, so that none of it is run if the first table is missing. */
    @Override
    void rename(MoveStatements connection, TablePlace place, List<Renaming> renamings) throws SQLException {
        connection.execute(renamings.stream()
                .map(each -> "ALTER TABLE " + place.quoted(dialect(), each.from()) + " RENAME TO "
                        + (isInUse(each) ? each.to() : dialect().quoted(each.to())))
                .collect(Collectors.joining("; ")));
        for (Renaming each : renamings) {
            if (!isInUse(each)) {
                awaitWriters(connection, place, each.to());
            }
        }
    }

    /** The name by which a table is used is spelled as in statements, which H2 turns into upper case by default. */
    private static boolean isInUse(Renaming renaming) {
        return isOwn(renaming.from(), renaming.to())
                && PLAIN.matcher(renaming.to()).matches();
    }

    /** Returns true if a move has made the first name of the second one. */
    private static boolean isOwn(String name, String table) {
        return name.toLowerCase(Locale.ROOT).startsWith(table.toLowerCase(Locale.ROOT) + "__");
    }

    /** There is no such lock: those who have written are waited for, and nothing keeps others from doing so meanwhile. */
    @Override
    void lockForReaders(MoveStatements connection, List<String> tables) throws SQLException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        while (isHeld(connection, tables)) {
            if (System.nanoTime() - until > 0) {
                throw new SQLTransientException("Timeout trying to lock " + tables);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static boolean isHeld(MoveStatements connection, List<String> tables) throws SQLException {
        return connection
                .rows(
                        "SELECT TABLE_SCHEMA, TABLE_NAME FROM INFORMATION_SCHEMA.LOCKS WHERE SESSION_ID <> SESSION_ID()",
                        MoveStatements.Parameters.NONE,
                        row -> "\"" + row.getString(1) + "\".\"" + row.getString(2) + "\"")
                .stream()
                .anyMatch(held -> tables.stream().anyMatch(held::endsWith));
    }

    @Override
    List<String> holderQueries(String table) {
        return List.of(
                "SELECT 'session ' || L.SESSION_ID || ' of ' || S.USER_NAME || ' holds ' || L.LOCK_TYPE || ' on '"
                        + " || L.TABLE_NAME FROM INFORMATION_SCHEMA.LOCKS L JOIN INFORMATION_SCHEMA.SESSIONS S"
                        + " ON S.SESSION_ID = L.SESSION_ID WHERE L.SESSION_ID <> SESSION_ID() AND LOWER(L.TABLE_NAME) = LOWER("
                        + dialect().literal(table) + ")");
    }

    @Override
    @Nullable String snapshotsQuery() {
        return null;
    }

    @Override
    List<CheckQuestion> checks() {
        return CHECKS;
    }

    @Override
    String neededQuery() {
        return "SELECT COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA" + NAMED
                + " AND IS_NULLABLE = 'NO' AND COLUMN_DEFAULT IS NULL AND IS_IDENTITY = 'NO' AND IS_GENERATED = 'NEVER'";
    }

    @Override
    String sizeQuery() {
        return "SELECT ROW_COUNT_ESTIMATE, 0 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA" + NAMED;
    }

    @Override
    List<String> trials(TableMove move) {
        String one = move.key() + "_t";
        return List.of(
                "CREATE TABLE " + one + " (id INT NOT NULL PRIMARY KEY)",
                "CREATE TRIGGER " + one + " AFTER INSERT ON " + one + " FOR EACH ROW CALL '"
                        + JournalTrigger.class.getName() + "'",
                "DROP TABLE " + one);
    }

    @Override
    List<String> counters(MoveStatements source, MoveStatements target, MovedTable table, int number)
            throws SQLException {
        List<List<String>> others = identities(
                target,
                table.move().targets().get(number).place(),
                table.targetNames().get(number));
        return identities(source, table.move().source(), table.sourceName()).stream()
                .filter(each -> others.stream()
                        .noneMatch(other -> other.get(0).equals(each.get(0))
                                && new BigDecimal(other.get(1)).compareTo(new BigDecimal(each.get(1))) >= 0))
                .map(each -> "ALTER TABLE " + table.target(number) + " ALTER COLUMN "
                        + dialect().quoted(each.get(0)) + " RESTART WITH " + each.get(1))
                .toList();
    }

    private List<List<String>> identities(MoveStatements connection, TablePlace place, String table)
            throws SQLException {
        return connection.rows(
                dialect()
                        .inSchema(
                                "SELECT COLUMN_NAME, IDENTITY_BASE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA"
                                        + NAMED + " AND IS_IDENTITY = 'YES'",
                                place.schema()),
                statement -> statement.setString(1, table),
                row -> List.of(row.getString(1), row.getString(2)));
    }
}
