package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.proxy.auth.Account;
import io.shardkit.proxy.auth.Credentials;
import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.ServerFacts;
import io.shardkit.proxy.session.Directory;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.MySqlPrograms;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The first statements of tools and frameworks, from {@code tools/*.sql}, through the proxy and on a server that has the
 * unsharded schema: the answers are the same, but for what differs with time and size.
 *
 * <p>A file begins with its source, and with {@code -- database: none} where the tool chooses none when it connects.
 * Before a statement may stand {@code -- refused NUMBER} for what the proxy refuses, {@code -- with: VALUES} for one that
 * is prepared, {@code -- names} where values differ from server to server, and {@code -- of the database} where the
 * server has other databases too, and {@code -- only mysql} or {@code -- only mariadb}. The statements are those for MariaDB; what MySQL does not know is an error of both.
 */
@ParameterizedClass
@OnDatabases({TestDatabase.MARIADB, TestDatabase.MYSQL})
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ToolsIT {
    private static final String SHOP = "shop";

    /** Columns of sizes, times and estimates. */
    private static final Set<String> VOLATILE = Set.of(
            "rows",
            "avg_row_length",
            "data_length",
            "max_data_length",
            "index_length",
            "data_free",
            "create_time",
            "update_time",
            "check_time",
            "table_rows",
            "cardinality",
            "auto_increment",
            "extra_options",
            "created",
            "last_altered");

    private static final Pattern COMMAND = Pattern.compile("(?s)((?:--[^\n]*\n)*)(.*?);\n");
    private static final Pattern PLACES = Pattern.compile("-- (refused|with:|names|of the database|only)\\s*(.*)");

    private static final List<AutoCloseable> CLOSING = new ArrayList<>();
    private static DatabaseServer server;
    private static ProxyServer proxy;
    private static boolean mysql;

    private final TestDatabase database;

    ToolsIT(TestDatabase database) {
        this.database = database;
    }

    @BeforeParameterizedClassInvocation
    static void start(TestDatabase database) throws Exception {
        mysql = !database.isMariaDb();
        if (mysql) {
            MySqlPrograms.assume();
        }
        server = mysql ? EmbeddedServers.mySql(0) : EmbeddedServers.mariaDb(0);
        Map<String, DataSource> shards = new LinkedHashMap<>();
        shards.put("ds0", pool("shop_a"));
        // On the same server as the other one, and as a schema that has the logical name by chance.
        shards.put("ds1", pool("shop_b"));
        ShardingRule rule = ShardingRuleBuilder.over(List.copyOf(shards.keySet()))
                .uniqueKeys(UniqueKeyChoice.ACCEPT)
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        new ShardingStrategy("order_id", new ModAlgorithm(2)),
                        null))
                .broadcast("t_country")
                // The default data source has no part of these.
                .table(new TableRule(
                        "t_parcel",
                        "ds1.t_parcel_{0..1}",
                        null,
                        new ShardingStrategy("parcel_id", new ModAlgorithm(2)),
                        null))
                .single("ds1", "t_audit")
                .build();
        ShardingDataSource sharded = ShardingDataSource.create(
                shards, rule, ShardingOptions.builder().executor(Runnable::run).build());
        CLOSING.add(0, sharded);
        LogicalDatabase logical = new LogicalDatabase(SHOP, sharded, ServerFacts.of(sharded));
        CLOSING.add(0, logical);
        Account account = new Account(ProxyFixture.USER, Credentials.of(ProxyFixture.PASSWORD), Set.of(SHOP), false, 0);
        proxy = ProxyServer.start(
                InetAddress.getLoopbackAddress(),
                0,
                new Directory(Map.of(ProxyFixture.USER, account), Map.of(SHOP, logical)),
                ProxyFixture.settings(),
                null);
        server.createDatabase(SHOP);
        for (Connection connection : List.of(direct("mariadb", SHOP), proxied("mariadb", SHOP))) {
            try (connection;
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL,"
                        + " name VARCHAR(40) DEFAULT 'none' COMMENT 'who', total DECIMAL(10,2), made DATE,"
                        + " KEY idx_user (user_id), KEY idx_name (name, total)) COMMENT 'orders'");
                statement.execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY, title VARCHAR(40))");
                statement.execute("CREATE TABLE note (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(100),"
                        + " code VARCHAR(2), CONSTRAINT fk_code FOREIGN KEY (code) REFERENCES t_country (code))");
                statement.execute("CREATE TABLE t_parcel (parcel_id BIGINT PRIMARY KEY, weight DECIMAL(9,2) NOT NULL"
                        + " COMMENT 'with its box', KEY idx_weight (weight))");
                statement.execute("CREATE TABLE t_audit (id INT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40) UNIQUE,"
                        + " code VARCHAR(2), CONSTRAINT fk_audit FOREIGN KEY (code) REFERENCES t_country (code))");
                statement.execute("INSERT INTO t_country VALUES ('de', 'Germany')");
                statement.execute("INSERT INTO t_parcel VALUES (1, 0.5), (2, 12.25), (3, 3)");
                statement.execute("INSERT INTO t_audit (note, code) VALUES ('opened', 'de'), ('it''s \\n', NULL)");
                statement.execute("INSERT INTO t_order (order_id, user_id, name, total) VALUES"
                        + " (1, 1, 'a', 1.5), (2, 1, 'b', 2), (3, 2, 'c', 3), (4, 2, 'd', NULL)");
            }
        }
    }

    private static HikariDataSource pool(String schema) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.createDatabase(schema));
        config.setUsername(server.username());
        config.setPassword(server.password());
        BackendDefaults.apply(config);
        config.setMaximumPoolSize(5);
        config.setMinimumIdle(0);
        HikariDataSource pool = new HikariDataSource(config);
        CLOSING.add(pool);
        return pool;
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        proxy.close();
        for (AutoCloseable each : CLOSING) {
            each.close();
        }
        CLOSING.clear();
    }

    private static Connection direct(String driver, String schema) throws SQLException {
        String url = server.url("x").replaceFirst("jdbc:\\w+:", "jdbc:" + driver + ":");
        return DriverManager.getConnection(
                url.substring(0, url.lastIndexOf('/') + 1) + schema + options(driver),
                server.username(),
                server.password());
    }

    private static Connection proxied(String driver, String schema) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:" + driver + "://127.0.0.1:" + proxy.port() + "/" + schema + options(driver),
                ProxyFixture.USER,
                ProxyFixture.PASSWORD);
    }

    private static String options(String driver) {
        return driver.equals("mysql")
                ? "?sslMode=DISABLED&allowPublicKeyRetrieval=true"
                : "?useServerPrepStmts=true&allowPublicKeyRetrieval=true&sslMode=disable";
    }

    private record Command(String sql, int refused, List<String> values, boolean names, boolean ofDatabase) {
        /** Returns true if a server may return the rows in any order. */
        boolean isUnsorted() {
            String words = sql.toUpperCase(Locale.ROOT);
            return words.startsWith("SELECT") && !words.contains("ORDER BY");
        }
    }

    private static List<Command> commands(String script) {
        List<Command> commands = new ArrayList<>();
        Matcher found = COMMAND.matcher(script);
        while (found.find()) {
            int refused = 0;
            List<String> values = List.of();
            boolean names = false;
            boolean ofDatabase = false;
            boolean known = true;
            Matcher place = PLACES.matcher(found.group(1));
            while (place.find()) {
                switch (place.group(1)) {
                    case "refused" -> refused = Integer.parseInt(place.group(2));
                    case "with:" -> values = List.of(place.group(2).split(", "));
                    case "names" -> names = true;
                    case "only" -> known = mysql == place.group(2).equals("mysql");
                    default -> ofDatabase = true;
                }
            }
            if (known) {
                commands.add(new Command(found.group(2), refused, values, names, ofDatabase));
            }
        }
        return commands;
    }

    /** First, as MySQL keeps the statistics that were read first, which SHOW TABLE STATUS then tells. */
    @TestFactory
    @Order(1)
    Stream<DynamicTest> statementsOfTools() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of("src/test/resources/tools"))) {
            files = all.sorted().toList();
        }
        return files.stream()
                .map(file ->
                        DynamicTest.dynamicTest(file.getFileName().toString(), () -> replay(Files.readString(file))));
    }

    private void replay(String script) throws SQLException {
        assertThat(script).startsWith("-- source: ");
        String schema = script.contains("-- database: none\n") ? "" : SHOP;
        List<String> different = new ArrayList<>();
        try (Connection expected = direct("mariadb", schema);
                Connection actual = proxied("mariadb", schema)) {
            for (Command command : commands(script)) {
                String wanted = command.refused() > 0 ? "error " + command.refused() : answer(expected, command);
                String found = answer(actual, command);
                // What the server refuses the proxy refuses with the same number and state; on MariaDB it is to know
                // all.
                boolean unknown = wanted.startsWith("error") && command.refused() == 0 && !mysql;
                if (unknown || !wanted.equals(found)) {
                    different.add(command.sql() + "\n   server: " + wanted + "\n   proxy:  " + found);
                }
            }
        }
        assertThat(different).as("over " + database).isEmpty();
    }

    private static String answer(Connection connection, Command command) {
        try (Statement statement = command.values().isEmpty()
                ? connection.createStatement()
                : connection.prepareStatement(command.sql())) {
            boolean rows;
            if (statement instanceof PreparedStatement prepared
                    && !command.values().isEmpty()) {
                for (int i = 0; i < command.values().size(); i++) {
                    prepared.setString(i + 1, command.values().get(i));
                }
                rows = prepared.execute();
            } else {
                rows = statement.execute(command.sql());
            }
            if (!rows) {
                return "ok";
            }
            try (ResultSet found = statement.getResultSet()) {
                return rows(found, command.names(), command.ofDatabase(), command.isUnsorted());
            }
        } catch (SQLException failure) {
            return "error " + failure.getErrorCode() + (command.refused() > 0 ? "" : " " + failure.getSQLState());
        }
    }

    private static String rows(ResultSet found, boolean names, boolean ofDatabase) throws SQLException {
        return rows(found, names, ofDatabase, false);
    }

    private static String rows(ResultSet found, boolean names, boolean ofDatabase, boolean unsorted)
            throws SQLException {
        ResultSetMetaData columns = found.getMetaData();
        StringBuilder all = new StringBuilder();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            all.append(columns.getColumnLabel(i)).append(", ");
        }
        List<String> rows = new ArrayList<>();
        while (found.next()) {
            StringBuilder row = new StringBuilder("\n      ");
            for (int i = 1; i <= (names ? 1 : columns.getColumnCount()); i++) {
                String label = columns.getColumnLabel(i).toLowerCase(Locale.ROOT);
                String value = found.getString(i);
                row.append(VOLATILE.contains(label) ? (value == null ? "-" : "*") : value)
                        .append(", ");
            }
            if (!ofDatabase || row.toString().contains(SHOP + ",")) {
                rows.add(row.toString());
            }
        }
        if (unsorted) {
            rows.sort(Comparator.naturalOrder());
        }
        return all.append(String.join("", rows)).toString();
    }

    /** Each database's own program: of several data sources without locks, as those that it needs are refused. */
    @Test
    void aDumpLoadsIntoOneDatabase() throws Exception {
        Path program = mysql ? Programs.mySql("mysqldump") : Programs.mariaDb("mariadb-dump");
        if (!Files.isExecutable(program)) {
            System.err.println(
                    "No dump of MySQL is tested: no mysqldump beside its server. tools/mysql-server.sh gets one.");
            return;
        }
        for (String locks : List.of("--lock-tables", "--single-transaction", "--lock-all-tables")) {
            assertThat(dump(program, locks))
                    .contains("1235", "--skip-lock-tables")
                    .doesNotContain("CREATE TABLE", "INSERT INTO");
        }
        String dump = dump(program, "--skip-lock-tables");
        assertThat(dump).doesNotContain("rror:").contains("CREATE TABLE `t_audit`", "-- Dump completed");
        server.createDatabase("loaded");
        try (Connection loaded = direct("mariadb", "loaded");
                Connection actual = proxied("mariadb", SHOP);
                Statement statement = loaded.createStatement()) {
            for (String sql : dump.replaceAll("(?m)^--.*", "").split(";\n")) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
            for (String table : List.of("t_order", "t_country", "t_parcel", "t_audit", "note")) {
                Command all = new Command("SELECT * FROM " + table + " ORDER BY 1", 0, List.of(), false, false);
                assertThat(answer(loaded, all)).as(table).isEqualTo(answer(actual, all));
            }
        }
    }

    private static String dump(Path program, String locks) throws Exception {
        List<String> options = new ArrayList<>(Programs.login(proxy.port(), ProxyFixture.USER));
        options.addAll(mysql ? List.of("--ssl-mode=DISABLED", "--set-gtid-purged=OFF") : List.of("--skip-ssl"));
        options.addAll(List.of(locks, SHOP));
        return Programs.run(program, ProxyFixture.PASSWORD, options, "");
    }

    /** Drivers of Java ask the same for applications. */
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql"})
    void metadataIsThatOfTheServer(String driver) throws SQLException {
        try (Connection expected = direct(driver, SHOP);
                Connection actual = proxied(driver, SHOP)) {
            assertThat(metadata(actual)).isEqualTo(metadata(expected));
        }
    }

    private static List<String> metadata(Connection connection) throws SQLException {
        DatabaseMetaData facts = connection.getMetaData();
        List<String> all = new ArrayList<>();
        all.add(connection.getCatalog());
        for (String catalog : new String[] {SHOP, null}) {
            if (catalog != null) {
                all.add(rows(facts.getTables(catalog, null, "%", new String[] {"TABLE"}), false, false));
                all.add(rows(facts.getTables(catalog, null, "t\\_order", null), false, false));
            }
            String table = catalog == null ? connection.getCatalog() : catalog;
            all.add(rows(facts.getColumns(table, null, "t_order", "%"), false, false));
            all.add(rows(facts.getPrimaryKeys(table, null, "t_order"), false, false));
            all.add(rows(facts.getIndexInfo(table, null, "t_order", false, true), false, false));
            all.add(rows(facts.getImportedKeys(table, null, "note"), false, false));
            all.add(rows(facts.getExportedKeys(table, null, "t_country"), false, false));
        }
        all.add(rows(facts.getCatalogs(), false, true));
        return all;
    }
}
