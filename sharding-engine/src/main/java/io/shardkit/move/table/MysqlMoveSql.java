package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A move between databases of MySQL or MariaDB. */
final class MysqlMoveSql extends MoveSql {
    private static final Set<String> KEY_TYPES = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "bigint",
            "decimal",
            "char",
            "varchar",
            "binary",
            "varbinary",
            "date",
            "datetime",
            "timestamp",
            "uuid",
            "inet4",
            "inet6");
    private static final Map<String, String> SETTINGS = Map.of(
            "time_zone", "'+00:00'",
            "sql_mode", "'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO'",
            "lock_wait_timeout", "1",
            "innodb_lock_wait_timeout", "1");
    private static final Pattern COUNTER = Pattern.compile(" AUTO_INCREMENT=(\\d+)");
    private static final Pattern NAME = Pattern.compile("^CREATE TABLE `(?:[^`]|``)+`");

    /** Errors: a lock was waited for too long, a deadlock, and the table's definition has changed. */
    private static final Set<Integer> TRANSIENT = Set.of(1205, 1213, 1412);

    private static final String QUOTED = "`(?:[^`]|``)+`";

    /** A line of a table's definition. */
    private static final Pattern FOREIGN_KEY =
            Pattern.compile("(?m)^ +CONSTRAINT (" + QUOTED + ") FOREIGN KEY \\((" + QUOTED + "(?:, ?" + QUOTED
                    + ")*)\\) REFERENCES (" + QUOTED + "(?:\\." + QUOTED + ")?) \\((" + QUOTED + "(?:, ?" + QUOTED
                    + ")*)\\)( ON [A-Z ]+)?,?$");

    private static final int UNSAFE_FUNCTION_CREATORS = 1419;

    /** Errors: a foreign key of that name is there, by the words of MySQL and those of MariaDB. */
    private static final Set<Integer> NAME_IN_USE = Set.of(1826, 1823, 1005, 1022);

    /** Error: the account lacks the right to see all processes. */
    private static final int NO_RIGHT = 1227;

    private static final String OWN = " = DATABASE() AND ";

    private static final List<CheckQuestion> CHECKS = List.of(
            new CheckQuestion(
                    true,
                    true,
                    "SELECT engine, table_type FROM information_schema.tables WHERE table_schema" + OWN
                            + "table_name = ? AND (engine IS NULL OR engine <> 'InnoDB' OR table_type <> 'BASE TABLE')",
                    "its engine is %s and its type %s; only ordinary tables of InnoDB move, whose changes a trigger"
                            + " writes in the same transaction: ALTER TABLE .. ENGINE=InnoDB"),
            new CheckQuestion(
                    false,
                    "SELECT table_name FROM information_schema.views WHERE table_schema" + OWN
                            + "LOCATE(CONCAT('`', ?, '`'), view_definition) > 0",
                    "the view %s reads it, and fails once the table is away: create it anew at the target"),
            new CheckQuestion(
                    false,
                    "SELECT routine_name FROM information_schema.routines WHERE routine_schema" + OWN
                            + "LOCATE(?, routine_definition) > 0",
                    "the routine %s seems to name it, and fails once the table is away"));

    MysqlMoveSql(Dialect dialect) {
        super(dialect, KEY_TYPES);
    }

    /** Variables of the session keep the former values, so that it takes one call. */
    @Override
    List<String> prepare(Connection connection, int seconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET " + each("@shardkit_%1$s = @@session.%1$s") + ", " + each("@@session.%1$s = %2$s"));
        }
        return List.of("SET " + each("@@session.%1$s = @shardkit_%1$s") + ", " + each("@shardkit_%1$s = NULL"));
    }

    private static String each(String assignment) {
        return SETTINGS.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, assignment, each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** READ COMMITTED is refused where the binary log has statements. */
    @Override
    boolean readsCommitted() {
        return false;
    }

    @Override
    boolean isTransient(SQLException failure) {
        return super.isTransient(failure) || TRANSIENT.contains(failure.getErrorCode());
    }

    @Override
    void bindText(PreparedStatement statement, int index, Column column, String value) throws SQLException {
        // Compared with a text, a number would be compared as one of floating point.
        if (dialect().writesBare(column.typeName())) {
            statement.setBigDecimal(index, new BigDecimal(value));
        } else {
            statement.setString(index, value);
        }
    }

    @Override
    TableStructure structure(MoveStatements connection, TablePlace place, String table) throws SQLException {
        String text = show(connection, place.quoted(dialect(), table));
        String named = NAME.matcher(text).replaceFirst("CREATE TABLE " + TableStructure.TABLE);
        String definition = withoutForeignKeys(COUNTER.matcher(named).replaceFirst(""));
        List<String> lines = Arrays.stream(definition.split("\n"))
                .map(line -> line.endsWith(",") ? line.substring(0, line.length() - 1) : line)
                .toList();
        return new TableStructure(lines, List.of(definition), foreignKeys(text));
    }

    private static String withoutForeignKeys(String definition) {
        if (!FOREIGN_KEY.matcher(definition).find()) {
            return definition;
        }
        List<String> lines = new ArrayList<>(definition.lines().toList());
        lines.removeIf(line -> FOREIGN_KEY.matcher(line).matches());
        int last = lines.size() - 2;
        String line = lines.get(last);
        lines.set(last, line.endsWith(",") ? line.substring(0, line.length() - 1) : line);
        return String.join("\n", lines);
    }

    @Override
    List<ForeignKey> foreignKeys(MoveStatements connection, TablePlace place, String table) throws SQLException {
        return foreignKeys(show(connection, place.quoted(dialect(), table)));
    }

    private static List<ForeignKey> foreignKeys(String definition) {
        List<ForeignKey> keys = new ArrayList<>();
        Matcher found = FOREIGN_KEY.matcher(definition);
        while (found.find()) {
            String parent = found.group(3);
            String rest = found.group(5);
            keys.add(new ForeignKey(
                    unquoted(found.group(1)),
                    found.group(2),
                    parent.contains("`.`") ? null : unquoted(parent),
                    found.group(4),
                    rest == null ? "" : rest,
                    true));
        }
        return keys;
    }

    private static String unquoted(String name) {
        return name.substring(1, name.length() - 1).replace("``", "`");
    }

    @Override
    List<Referrer> referrers(MoveStatements connection, TablePlace place, String table) throws SQLException {
        return connection.rows(
                dialect()
                        .inSchema(
                                "SELECT constraint_name, CASE WHEN constraint_schema" + OWN
                                        + "1 = 1 THEN table_name END"
                                        + " FROM information_schema.referential_constraints WHERE unique_constraint_schema"
                                        + OWN + "referenced_table_name = ?",
                                place.schema()),
                statement -> statement.setString(1, table),
                row -> new Referrer(row.getString(1), row.getString(2)));
    }

    @Override
    void addForeignKey(MoveStatements connection, String table, ForeignKey key, boolean generated, String parent)
            throws SQLException {
        String checks = connection.first("SELECT @@session.foreign_key_checks");
        connection.execute("SET SESSION foreign_key_checks = 0");
        String unnamed = key.definition(parent) + ", ALGORITHM=INPLACE";
        try {
            if (!generated) {
                try {
                    connection.execute("ALTER TABLE " + table + " ADD CONSTRAINT "
                            + dialect().quoted(key.name()) + " " + unnamed);
                    return;
                } catch (SQLException failure) {
                    if (!NAME_IN_USE.contains(failure.getErrorCode())) {
                        throw failure;
                    }
                }
            }
            connection.execute("ALTER TABLE " + table + " ADD " + unnamed);
        } finally {
            connection.execute("SET SESSION foreign_key_checks = " + checks);
        }
    }

    @Override
    String foreignKeyDrop(String name) {
        return " DROP FOREIGN KEY " + name + ", ALGORITHM=INPLACE";
    }

    private static String show(MoveStatements connection, String table) throws SQLException {
        return connection
                .rows("SHOW CREATE TABLE " + table, MoveStatements.Parameters.NONE, row -> row.getString(2))
                .get(0);
    }

    @Override
    String lastText() {
        return "LONGTEXT CHARACTER SET utf8mb4 NOT NULL) ENGINE=InnoDB";
    }

    /** Most of a short table would be read from its beginning to its end, and locked with the entries of open transactions. */
    @Override
    String forgetting(String journal, String numbers) {
        return "DELETE j FROM " + journal + " j FORCE INDEX (PRIMARY) WHERE j.entry IN (" + numbers + ")";
    }

    @Override
    String journalColumns() {
        return "entry BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
                + " made_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)";
    }

    private static String trigger(TableMove move, String event) {
        return move.key() + "_" + event.substring(0, 1).toLowerCase(Locale.ROOT);
    }

    @Override
    Set<String> triggerNames(TableMove move) {
        return Set.of(trigger(move, "INSERT"), trigger(move, "UPDATE"), trigger(move, "DELETE"));
    }

    @Override
    String triggersQuery() {
        return "SELECT trigger_name FROM information_schema.triggers WHERE event_object_schema" + OWN
                + "event_object_table = ?";
    }

    @Override
    List<String> triggers(MoveStatements source, MovedTable table) {
        String same = table.keyColumns().stream()
                .map(column -> dialect().quoted(column.reportedName()))
                .map(name -> "OLD." + name + " <=> NEW." + name)
                .collect(Collectors.joining(" AND "));
        String insert = "INSERT INTO " + table.journal() + " (" + table.journalNames() + ") VALUES (%s)";
        String ofNew = ofKeyed(table, "NEW", insert.replace("%s", table.keyIn("NEW")));
        String ofOld = ofKeyed(table, "OLD", insert.replace("%s", table.keyIn("OLD")));
        return List.of(
                head("INSERT", table) + ofNew,
                head("UPDATE", table) + "BEGIN " + ofNew + "; IF NOT (" + same + ") THEN " + ofOld + "; END IF; END",
                head("DELETE", table) + ofOld);
    }

    private static String ofKeyed(MovedTable table, String row, String insert) {
        return table.hasKeyless() ? "IF " + table.isKeyed(row) + " THEN " + insert + "; END IF" : insert;
    }

    private String head(String event, MovedTable table) {
        return "CREATE TRIGGER " + table.move().source().quoted(dialect(), trigger(table.move(), event)) + " AFTER "
                + event + " ON " + table.source() + " FOR EACH ROW ";
    }

    @Override
    List<String> triggerDrops(TableMove move, @Nullable String table) {
        return List.of("INSERT", "UPDATE", "DELETE").stream()
                .map(event -> "DROP TRIGGER IF EXISTS " + move.source().quoted(dialect(), trigger(move, event)))
                .toList();
    }

    @Override
    void rename(MoveStatements connection, TablePlace place, List<Renaming> renamings) throws SQLException {
        connection.execute("RENAME TABLE "
                + renamings.stream()
                        .map(each -> place.quoted(dialect(), each.from()) + " TO " + place.quoted(dialect(), each.to()))
                        .collect(Collectors.joining(", ")));
    }

    /** In a transaction, so that prepared branches whose sessions have ended are waited for as well. */
    @Override
    void lockForReaders(MoveStatements connection, List<String> tables) throws SQLException {
        connection.begin();
        connection.execute("LOCK TABLES " + String.join(" READ, ", tables) + " READ");
    }

    @Override
    String lockTrial(String table) {
        return "LOCK TABLES " + table + " READ";
    }

    @Override
    void unlockForReaders(MoveStatements connection) throws SQLException {
        connection.execute("UNLOCK TABLES");
    }

    @Override
    List<String> holderQueries(String table) {
        String named = dialect().literal(table);
        return List.of(
                "SELECT CONCAT('session ', thread_id, ' holds ', lock_mode, ' on ', table_name)"
                        + " FROM information_schema.metadata_lock_info WHERE table_schema = DATABASE() AND table_name = "
                        + named,
                "SELECT CONCAT('session ', t.processlist_id, ' of ', COALESCE(t.processlist_user, '?'), ' holds ',"
                        + " l.lock_type, ' on ', l.object_name) FROM performance_schema.metadata_locks l"
                        + " JOIN performance_schema.threads t ON t.thread_id = l.owner_thread_id"
                        + " WHERE l.lock_status = 'GRANTED' AND l.object_schema = DATABASE() AND l.object_name = "
                        + named
                        + " AND t.processlist_id <> CONNECTION_ID()",
                "SELECT CONCAT('session ', t.trx_mysql_thread_id, ' of ', COALESCE(p.user, '?'), '@',"
                        + " COALESCE(p.host, '?'), ' has a transaction open since ', t.trx_started,"
                        + " COALESCE(CONCAT(', now: ', LEFT(t.trx_query, 100)), ''))"
                        + " FROM information_schema.innodb_trx t LEFT JOIN information_schema.processlist p"
                        + " ON p.id = t.trx_mysql_thread_id WHERE t.trx_mysql_thread_id <> CONNECTION_ID()");
    }

    @Override
    String snapshotsQuery() {
        return "SELECT CONCAT('session ', trx_mysql_thread_id, ' has a transaction open since ', trx_started)"
                + " FROM information_schema.innodb_trx WHERE trx_isolation_level IN ('REPEATABLE READ', 'SERIALIZABLE')"
                + " AND trx_autocommit_non_locking = 0 AND trx_mysql_thread_id NOT IN (0, CONNECTION_ID())";
    }

    @Override
    List<CheckQuestion> checks() {
        return CHECKS;
    }

    @Override
    String neededQuery() {
        return "SELECT column_name FROM information_schema.columns WHERE table_schema" + OWN
                + "is_nullable = 'NO' AND column_default IS NULL AND extra NOT LIKE '%auto_increment%'"
                + " AND extra NOT LIKE '%GENERATED%' AND table_name = ?";
    }

    @Override
    String sizeQuery() {
        return "SELECT COALESCE(table_rows, 0), COALESCE(data_length + index_length, 0)"
                + " FROM information_schema.tables WHERE table_schema" + OWN + "table_name = ?";
    }

    @Override
    List<String> trials(TableMove move) {
        String one = move.key() + "_t";
        String other = move.key() + "_u";
        return List.of(
                "DROP TABLE IF EXISTS " + one + ", " + other,
                "CREATE TABLE " + one + " (id INT NOT NULL PRIMARY KEY) ENGINE=InnoDB",
                "CREATE TRIGGER " + one + " AFTER INSERT ON " + one + " FOR EACH ROW SET @shardkit_trial = NEW.id",
                "DROP TRIGGER " + one,
                "RENAME TABLE " + one + " TO " + other,
                "DROP TABLE " + other);
    }

    @Override
    @Nullable String advice(SQLException failure) {
        return failure.getErrorCode() == UNSAFE_FUNCTION_CREATORS
                ? "the server has a binary log: SET GLOBAL log_bin_trust_function_creators = 1, or use an account with"
                        + " SUPER"
                : "GRANT CREATE, DROP, ALTER, TRIGGER, SELECT, INSERT, UPDATE, DELETE ON the schema";
    }

    @Override
    List<String> counters(MoveStatements source, MoveStatements target, MovedTable table, int number)
            throws SQLException {
        String next = counter(source, table.source());
        String targetTable = table.target(number);
        return new BigInteger(next).compareTo(new BigInteger(counter(target, targetTable))) > 0
                ? List.of("ALTER TABLE " + targetTable + " AUTO_INCREMENT = " + next)
                : List.of();
    }

    /** Returns the next value that the table would count. */
    private static String counter(MoveStatements connection, String table) throws SQLException {
        Matcher counter = COUNTER.matcher(show(connection, table));
        return counter.find() ? counter.group(1) : "0";
    }

    /** TRUNCATE gives the table, or each of its partitions, another number, which those who may see processes can read. */
    @Override
    String incarnation(MoveStatements source, TablePlace place, String table) throws SQLException {
        return incarnations(source, place, List.of(table)).get(0);
    }

    /** Each statement reads the list of all tables of the server. */
    @Override
    List<String> incarnations(MoveStatements source, TablePlace place, List<String> tables) throws SQLException {
        String view = dialect() == Dialect.MARIADB ? "innodb_sys_tables" : "innodb_tables";
        String schema = place.schema();
        String name = "CONCAT(" + (schema == null ? "DATABASE()" : dialect().literal(schema)) + ", '/', ?)";
        String names = String.join(", ", Collections.nCopies(tables.size(), name));
        List<String> both = new ArrayList<>(tables);
        both.addAll(tables);
        Map<String, List<String>> numbers = new HashMap<>();
        try {
            source.rows(
                            "SELECT name, table_id FROM information_schema." + view + " WHERE name IN (" + names
                                    + ") OR LEFT(name, LOCATE('#p#', LOWER(name)) - 1) IN (" + names
                                    + ") ORDER BY name",
                            statement -> set(statement, both),
                            row -> List.of(row.getString(1), String.valueOf(row.getString(2))))
                    .forEach(row -> numbers.computeIfAbsent(ownName(row.get(0)), any -> new ArrayList<>())
                            .add(row.get(1)));
        } catch (SQLException noRight) {
            if (noRight.getErrorCode() != NO_RIGHT) {
                throw noRight;
            }
        }
        return tables.stream()
                .map(each -> String.join(",", numbers.getOrDefault(each.toLowerCase(Locale.ROOT), List.of())))
                .toList();
    }

    /** Returns the name of a table within its schema, in lower case, of one of it or of one of its partitions. */
    private static String ownName(String name) {
        String own = name.substring(name.indexOf('/') + 1).toLowerCase(Locale.ROOT);
        int partition = own.indexOf("#p#");
        return partition < 0 ? own : own.substring(0, partition);
    }

    @Override
    List<String> parts(MoveStatements source, TablePlace place, String table) throws SQLException {
        List<String> parts = source.rows(
                dialect()
                        .inSchema(
                                "SELECT COALESCE(subpartition_name, partition_name) FROM information_schema.partitions"
                                        + " WHERE partition_name IS NOT NULL AND table_schema" + OWN + "table_name = ?",
                                place.schema()),
                statement -> statement.setString(1, table),
                row -> " PARTITION (" + dialect().quoted(row.getString(1)) + ")");
        return parts.isEmpty() ? super.parts(source, place, table) : parts;
    }

    @Override
    String truncationAdvice() {
        return "GRANT PROCESS ON *.* to the account, and let the table have a name of letters, digits and underscores";
    }
}
