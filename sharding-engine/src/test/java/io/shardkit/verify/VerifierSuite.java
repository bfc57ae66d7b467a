package io.shardkit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.execute.TimedPools;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.keygen.UuidKeyGenerator;
import io.shardkit.options.Verification;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each finding of a verification, on databases that differ from the rule in one respect. */
abstract class VerifierSuite {
    private static final String ORDER = "CREATE TABLE %s (order_id BIGINT NOT NULL, user_id BIGINT NOT NULL,"
            + " name VARCHAR(20), PRIMARY KEY (order_id, user_id))";
    private static final String COUNTRY = "CREATE TABLE t_country (code INT PRIMARY KEY, name VARCHAR(20))";

    private final TestDatabase database;
    private final Map<String, DataSource> sources = new LinkedHashMap<>();

    VerifierSuite(TestDatabase database) {
        this.database = database;
    }

    final Map<String, DataSource> sources() {
        return sources;
    }

    @BeforeEach
    void open() throws SQLException {
        sources.put("ds0", database.create("verify", 0));
        sources.put("ds1", database.create("verify", 1));
    }

    @AfterEach
    void close() {
        sources.values().forEach(source -> ((HikariDataSource) source).close());
    }

    @Test
    void findsNothingWhereAllFits() throws SQLException {
        create();
        run("ds0", "INSERT INTO t_order_0 VALUES (2, 4, 'a')", "INSERT INTO t_order_1 VALUES (1, 4, 'a')");
        both("INSERT INTO t_country VALUES (1, 'a')", "INSERT INTO t_country VALUES (2, NULL)");
        assertThat(found(Verification.FULL)).isEmpty();
        assertThat(found(Verification.OFF)).isEmpty();
    }

    /** As if the server of a data source said that it is of another version. */
    private DataSource ofAnotherVersion(DataSource source) {
        return proxy(
                DataSource.class,
                source,
                (method, given) -> proxy(
                        Connection.class,
                        given,
                        (name, answer) -> name.equals("createStatement")
                                ? proxy(Statement.class, answer, (ignored, rows) -> rows)
                                : answer));
    }

    private interface Answer {
        Object of(String method, Object given);
    }

    private static <T> T proxy(Class<T> type, Object target, Answer answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            Object[] arguments = given;
            if (method.getName().equals("executeQuery") && given != null && given.length == 1) {
                String sql = String.valueOf(given[0]);
                arguments = new Object[] {
                    sql.replaceFirst("'server version', [^ ]+", "'server version', 'other'")
                            .replace(
                                    " SETTING_VALUE FROM",
                                    " CASE SETTING_NAME WHEN 'info.VERSION' THEN 'other' ELSE SETTING_VALUE END FROM")
                };
            }
            try {
                Object value = method.invoke(target, arguments);
                return value == null ? null : answer.of(method.getName(), value);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }));
    }

    @Test
    void differentVersionsOfServersAreWarnedOf() throws SQLException {
        create();
        Map<String, DataSource> versions = new LinkedHashMap<>(sources);
        versions.put("ds1", ofAnotherVersion(sources.get("ds1")));
        assertThat(new Verifier(TimedPools.of(versions), rule()).verify(Verification.FAST))
                .anyMatch(finding -> finding.toString().contains("version is other, and that of ds0 is"));
    }

    @Test
    void rowsThatMayNotBeReadAreWarnedOf() throws SQLException {
        create();
        String user = "reader" + Long.toString(System.nanoTime(), 36);
        String word = database.speaksMysql() ? " IDENTIFIED BY 'Word1'" : " PASSWORD 'Word1'";
        run("ds1", "CREATE USER " + user + word);
        for (String table : List.of("t_order_0", "t_order_1", "t_country")) {
            run("ds1", "GRANT INSERT ON " + table + " TO " + user);
        }
        run("ds1", "GRANT SELECT ON t_order_1 TO " + user);
        HikariDataSource owner = (HikariDataSource) sources.get("ds1");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(owner.getJdbcUrl().replace(";DB_CLOSE_DELAY=-1", ""));
        config.setUsername(user);
        config.setPassword("Word1");
        if (database == TestDatabase.MYSQL) {
            // Without TLS the password goes by the server's key.
            config.addDataSourceProperty("allowPublicKeyRetrieval", "true");
        }
        try (HikariDataSource other = new HikariDataSource(config)) {
            Map<String, DataSource> pools = new LinkedHashMap<>(sources);
            pools.put("ds1", other);
            List<Finding> findings = new Verifier(TimedPools.of(pools), rule()).verify(Verification.FULL);
            assertThat(findings)
                    .filteredOn(finding -> finding.message().startsWith("its rows cannot be looked at"))
                    .extracting(finding -> finding.severity() + " " + finding.dataSource() + "." + finding.table())
                    .containsExactlyInAnyOrder("WARNING ds1.t_order_0", "WARNING ds1.t_country");
        }
    }

    @Test
    void tablesThatAreNotThereYetAreWarnedOf() throws SQLException {
        assertThat(found(Verification.FAST))
                .containsExactlyInAnyOrder(
                        "NOTE t_country: none of its actual tables is there, such as ds0.t_country",
                        "NOTE t_order: none of its actual tables is there, such as ds0.t_order_0");
    }

    @Test
    void someMissingTablesAreAnError() throws SQLException {
        create();
        run("ds1", "DROP TABLE t_order_1", "DROP TABLE t_country");
        assertThat(found(Verification.FAST))
                .containsExactlyInAnyOrder(
                        "ERROR t_country: 1 of its 2 actual tables are not there: ds1.t_country",
                        "ERROR t_order: 1 of its 4 actual tables are not there: ds1.t_order_1");
        assertThatThrownBy(() -> Finding.refuseErrors(verifier(rule()).verify(Verification.FAST)))
                .hasMessageContaining(ErrorCode.VERIFICATION_FAILED.code())
                .hasMessageContaining("ds1.t_country")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    }

    @Test
    void tablesThatAreMadeInOtherWaysAreErrors() throws SQLException {
        create();
        run("ds1", "ALTER TABLE t_order_0 ADD COLUMN more INT");
        run("ds1", "DROP TABLE t_order_1", String.format(ORDER, "t_order_1").replace("20", "30"));
        assertThat(found(Verification.FAST))
                .singleElement()
                .asString()
                .startsWith(
                        "ERROR ds1.t_order_0: it has the columns [order_id, user_id, name, more], and ds0.t_order_0");
        assertThat(found(Verification.FULL)).hasSize(2).anySatisfy(text -> assertThat(text)
                .startsWith("ERROR ds1.t_order_1: its column name is "));
    }

    @Test
    void columnsInAnotherOrderAreAnError() throws SQLException {
        create();
        run("ds1", "DROP TABLE t_country", "CREATE TABLE t_country (name VARCHAR(20), code INT PRIMARY KEY)");
        assertThat(found(Verification.FAST))
                .singleElement()
                .asString()
                .startsWith("ERROR ds1.t_country: it has the columns [name, code], and ds0.t_country has [code, name]");
    }

    @Test
    void nullsAndUniqueKeysAreCompared() throws SQLException {
        create();
        run("ds1", "DROP TABLE t_order_0", String.format(ORDER, "t_order_0").replace("(20)", "(20) NOT NULL"));
        run("ds1", "CREATE UNIQUE INDEX ux_name ON t_country (name)");
        assertThat(found(Verification.FAST))
                .hasSize(2)
                .anySatisfy(text -> assertThat(text)
                        .startsWith("ERROR ds1.t_country: its unique keys are [[code], [name]], and those of"
                                + " ds0.t_country are [[code]]"))
                .anySatisfy(text -> assertThat(text).startsWith("WARNING ds1.t_order_0: its column name may be NULL"));
    }

    /** A row that leaves the column out would have a value that depends on where it lies. */
    @Test
    void defaultsAreCompared() throws SQLException {
        create();
        run("ds0", "ALTER TABLE t_order_0 ALTER COLUMN name SET DEFAULT 'x'");
        run("ds1", "ALTER TABLE t_order_0 ALTER COLUMN name SET DEFAULT 'y'");
        assertThat(found(Verification.FAST)).hasSize(1).allSatisfy(text -> assertThat(text)
                .startsWith("WARNING ds1.t_order_0: its column name has another default than that of ds0.t_order_0"));
        run("ds1", "ALTER TABLE t_order_0 ALTER COLUMN name SET DEFAULT 'x'");
        assertThat(found(Verification.FAST)).isEmpty();
    }

    private void createCounted() throws SQLException {
        String number = database == TestDatabase.POSTGRESQL ? "BIGSERIAL" : "BIGINT AUTO_INCREMENT";
        String table = "CREATE TABLE %s (order_id " + number + " PRIMARY KEY, user_id BIGINT NOT NULL,"
                + " name VARCHAR(20), price DECIMAL(9, 2) UNIQUE, UNIQUE (name, price))";
        for (int i = 0; i < 2; i++) {
            both(String.format(table, "t_order_" + i));
        }
        both(COUNTRY);
    }

    private static ShardingRule chosen(UniqueKeyChoices choices) {
        return builder("user_id", new ModAlgorithm(2))
                .uniqueKeys("t_order", choices)
                .build();
    }

    @Test
    void keysThatMayRepeatAreErrorsUntilTheirOwnerHasChosen() throws SQLException {
        createCounted();
        List<Finding> findings = verifier(chosen(UniqueKeyChoices.NONE)).verify(Verification.FAST);
        assertThat(findings)
                .allMatch(Finding::isError)
                .extracting(Finding::property)
                .containsExactlyInAnyOrder(
                        "sharding.tables.t_order.unique-keys.order_id",
                        "sharding.tables.t_order.unique-keys.price",
                        "sharding.tables.t_order.unique-keys[name,price]",
                        "sharding.tables.t_order.auto-increment");
        assertThat(findings)
                .extracting(Finding::toString)
                .anySatisfy(text -> assertThat(text)
                        .contains(
                                "[name, price] holds within each actual table only, as it lacks the sharding columns user_id, order_id")
                        .contains("sharding.tables.t_order.unique-keys[name,price]: accept"))
                .anySatisfy(text -> assertThat(text)
                        .contains("each actual table counts the column order_id by itself")
                        .contains("sharding.tables.t_order.auto-increment: accept"));
        assertThat(found(chosen(UniqueKeyChoices.of(UniqueKeyChoice.ACCEPT)), Verification.FAST))
                .isEmpty();
        UniqueKeyChoices counted = new UniqueKeyChoices(Map.of(), true, UniqueKeyChoice.REFUSE);
        UniqueKeyChoices all = counted.with(List.of("price"), UniqueKeyChoice.ACCEPT)
                .with(List.of("price", "name"), UniqueKeyChoice.ACCEPT);
        assertThat(found(chosen(all), Verification.FAST)).isEmpty();
        assertThat(found(chosen(all.with(List.of("price"), UniqueKeyChoice.CHECK)), Verification.FAST))
                .singleElement()
                .asString()
                .contains("[price] cannot be checked");
    }

    @Test
    void keysOfAGeneratorOrALookupNeedNoChoice() throws SQLException {
        create();
        both("CREATE UNIQUE INDEX ux_0 ON t_order_0 (name)", "CREATE UNIQUE INDEX ux_1 ON t_order_1 (name)");
        assertThat(found(chosen(UniqueKeyChoices.NONE), Verification.FAST)).hasSize(1);
        assertThat(found(chosen(UniqueKeyChoices.of(UniqueKeyChoice.CHECK)), Verification.FAST))
                .isEmpty();
        assertThat(found(keyed("name", "code", "id"), Verification.FAST))
                .noneSatisfy(text -> assertThat(text).contains("unique key"));
    }

    @Test
    void shardingColumnsThatCannotPlaceRowsAreErrors() throws SQLException {
        create();
        assertThat(found(rule("login", new HashModAlgorithm(2)), Verification.FAST))
                .contains("ERROR t_order: it lacks its sharding column login");
        assertThat(found(rule("name", new ModAlgorithm(2)), Verification.FAST))
                .anySatisfy(text -> assertThat(text).startsWith("ERROR t_order: its sharding column name is "));
    }

    @Test
    void columnsThatCannotBeFilledWithKeysAreErrors() throws SQLException {
        create();
        run("ds0", "CREATE TABLE t_note (id VARCHAR(36) PRIMARY KEY)");
        assertThat(found(keyed("order_id", "code", "id"), Verification.FAST)).isEmpty();
        assertThat(found(keyed("nope", "cod", "ids"), Verification.FAST))
                .containsExactlyInAnyOrder(
                        "ERROR t_order: it lacks the column nope of its key-generate-strategy",
                        "ERROR t_country: it lacks the column cod, which is to be filled with keys",
                        "ERROR t_note: it lacks the column ids, which is to be filled with keys");
        run("ds0", "DROP TABLE t_note");
        assertThat(found(keyed("order_id", "code", "id"), Verification.FAST))
                .containsExactly("WARNING t_note: it is neither declared nor on ds0, the home of other tables");
    }

    private static ShardingRule keyed(String ofOrder, String ofCountry, String ofNote) {
        KeyGenerator keys = new UuidKeyGenerator();
        return TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        new ShardingStrategy("order_id", new ModAlgorithm(2)),
                        new KeyGeneration(ofOrder, keys)))
                .broadcast("t_country")
                .generateKeys("t_country", new KeyGeneration(ofCountry, keys))
                .generateKeys("t_note", new KeyGeneration(ofNote, keys))
                .build();
    }

    @Test
    void boundTablesWithOtherTypesAreWarnedOf() throws SQLException {
        create();
        for (int i = 0; i < 2; i++) {
            both(String.format(ORDER, "t_item_" + i).replace("user_id BIGINT", "user_id DECIMAL(9, 0)"));
        }
        ShardingRule bound = builder("user_id", new ModAlgorithm(2))
                .table(new TableRule(
                        "t_item",
                        "ds{0..1}.t_item_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        new ShardingStrategy("order_id", new ModAlgorithm(2)),
                        null))
                .bind(List.of("t_order", "t_item"))
                .build();
        assertThat(found(bound, Verification.FAST))
                .singleElement()
                .asString()
                .contains("its sharding columns are of other types than those of");
    }

    @Test
    void copiesThatDifferAreAnError() throws SQLException {
        create();
        both("INSERT INTO t_country VALUES (1, 'a')", "INSERT INTO t_country VALUES (2, 'b')");
        run("ds1", "UPDATE t_country SET name = NULL WHERE code = 2");
        assertThat(found(Verification.FAST)).isEmpty();
        assertThat(found(Verification.FULL))
                .containsExactly("ERROR ds1.t_country: its 2 rows are not the 2 rows of the copy on ds0");
        run("ds1", "UPDATE t_country SET name = 'b' WHERE code = 2", "INSERT INTO t_country VALUES (3, 'c')");
        assertThat(found(Verification.FULL))
                .containsExactly("ERROR ds1.t_country: its 3 rows are not the 2 rows of the copy on ds0");
    }

    @Test
    void rowsThatLieElsewhereAreAnError() throws SQLException {
        create();
        run("ds1", "INSERT INTO t_order_0 VALUES (2, 5, 'a')", "INSERT INTO t_order_0 VALUES (2, 6, 'a')");
        String found = "ERROR ds1.t_order_0: 1 of 2 rows that were looked at do not belong there by the rule,"
                + " and are not found by their sharding columns";
        assertThat(found(Verification.FAST)).isEmpty();
        assertThat(found(Verification.FULL)).containsExactly(found);
        assertThat(verifier(rule()).misplacedRows("t_order", 0)).hasSize(1);
        assertThat(verifier(rule()).misplacedRows("t_country", 0)).isEmpty();
    }

    @Test
    void keysThatHoldAnotherShardAreAnError() throws SQLException {
        create();
        ShardingRule held = held("order_id");
        run("ds0", "INSERT INTO t_order_1 VALUES (3, 4, 'a')");
        run("ds1", "INSERT INTO t_order_1 VALUES (5, 1, 'a')");
        assertThat(found(held, Verification.FAST)).isEmpty();
        assertThat(found(held, Verification.FULL))
                .containsExactly("ERROR ds0.t_order_1: 1 of 1 rows that were looked at do not belong there by the rule,"
                        + " and are not found by their sharding columns");
        assertThat(found(held("name"), Verification.FAST))
                .anySatisfy(text -> assertThat(text).startsWith("ERROR t_order: its column name of also-by is "));
        assertThat(found(held("code"), Verification.FAST))
                .contains("ERROR t_order: it lacks the column code of also-by");
    }

    @Test
    void aUniqueKeyThatHoldsTheShardNeedsNoOtherColumns() throws SQLException {
        for (int i = 0; i < 2; i++) {
            both("CREATE TABLE t_order_" + i + " (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
        }
        both(COUNTRY);
        assertThat(found(held("order_id"), Verification.FAST)).isEmpty();
        // The key tells the data source, and not which of its tables.
        ShardingRule byUser = ShardingRuleBuilder.ofProperties(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)).withAlsoBy("order_id"),
                        new ShardingStrategy("user_id", new HashModAlgorithm(2)),
                        null))
                .broadcast("t_country")
                .build();
        assertThat(found(byUser, Verification.FAST))
                .singleElement()
                .asString()
                .contains("as it lacks the sharding column user_id,");
    }

    private static ShardingRule held(String column) {
        return ShardingRuleBuilder.ofProperties(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)).withAlsoBy(column),
                        new ShardingStrategy("order_id", new ModAlgorithm(2)),
                        null))
                .broadcast("t_country")
                .build();
    }

    final List<String> found(Verification level) throws SQLException {
        return found(rule(), level);
    }

    /** Returns the findings, without the advice. */
    final List<String> found(ShardingRule rule, Verification level) throws SQLException {
        return verifier(rule).verify(level).stream()
                .map(finding -> finding.severity() + " " + finding)
                .map(text -> text.substring(0, text.lastIndexOf(". ")))
                .toList();
    }

    final Verifier verifier(ShardingRule rule) {
        return new Verifier(TimedPools.of(sources), rule);
    }

    static ShardingRule rule() {
        return rule("user_id", new ModAlgorithm(2));
    }

    static ShardingRule rule(String column, ShardingAlgorithm algorithm) {
        return builder(column, algorithm).build();
    }

    private static ShardingRuleBuilder builder(String column, ShardingAlgorithm algorithm) {
        return TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy(column, algorithm),
                        new ShardingStrategy("order_id", new ModAlgorithm(2)),
                        null))
                .broadcast("t_country");
    }

    final void create() throws SQLException {
        both(String.format(ORDER, "t_order_0"), String.format(ORDER, "t_order_1"), COUNTRY);
    }

    final void both(String... statements) throws SQLException {
        run("ds0", statements);
        run("ds1", statements);
    }

    final void run(String source, String... statements) throws SQLException {
        try (Connection connection = sources.get(source).getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Has the connections of the second data source begin with a statement, or of another isolation. */
    final void reopen(Consumer<HikariConfig> change) {
        HikariConfig config = new HikariConfig();
        ((HikariDataSource) sources.get("ds1")).copyStateTo(config);
        change.accept(config);
        ((HikariDataSource) sources.get("ds1")).close();
        sources.put("ds1", new HikariDataSource(config));
    }
}
