package io.shardkit.differential.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Texts of several statements on a sharded table {@code memo} answer, and leave the rows, as on one database. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class SeveralStatementsContract {
    private static final String ROWS = "SELECT id, owner, note FROM memo ORDER BY id";

    @Parameter
    TestDatabase kind;

    private final List<HikariDataSource> pools = new ArrayList<>();
    private DataSource engine;
    private DataSource whole;

    @BeforeParameterizedClassInvocation
    void open() throws SQLException {
        engine = engine("allowMultiQueries=true");
        whole = pool("several", 0, "allowMultiQueries=true");
        run(whole, "CREATE TABLE memo (id BIGINT PRIMARY KEY, owner BIGINT NOT NULL, note VARCHAR(40))");
        run(engine, "CREATE TABLE memo (id BIGINT PRIMARY KEY, owner BIGINT NOT NULL, note VARCHAR(40))");
    }

    private DataSource engine(String option) throws SQLException {
        Map<String, DataSource> shards = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            shards.put("ds" + i, pool("several" + i, i, option));
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "memo",
                        "ds{0..1}.memo_{0..1}",
                        new ShardingStrategy("owner", new ModAlgorithm(2)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        null))
                .build();
        return ShardingDataSource.create(
                shards, rule, ShardingOptions.builder().executor(Runnable::run).build());
    }

    private HikariDataSource pool(String name, int server, String option) throws SQLException {
        HikariDataSource created = kind.create(name, server);
        pools.add(created);
        if (!kind.speaksMysql()) {
            return created;
        }
        HikariConfig configuration = new HikariConfig();
        created.copyStateTo(configuration);
        configuration.setPoolName(null);
        configuration.setJdbcUrl(created.getJdbcUrl() + (created.getJdbcUrl().contains("?") ? "&" : "?") + option);
        HikariDataSource pool = new HikariDataSource(configuration);
        pools.add(pool);
        return pool;
    }

    @AfterParameterizedClassInvocation
    void close() {
        pools.forEach(HikariDataSource::close);
        pools.clear();
    }

    @BeforeEach
    void fill() throws SQLException {
        for (DataSource source : List.of(engine, whole)) {
            run(source, "DELETE FROM memo WHERE 1 = 1");
            run(
                    source,
                    "INSERT INTO memo (id, owner, note) VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c'), (4, 2, 'd'), (5, 3, 'e')");
        }
    }

    /** Returns the answers to the SQL, one after the other, as a client that asks for all of them would see them. */
    private static List<String> run(DataSource source, String sql, @Nullable Object... parameters) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return run(connection, sql, parameters);
        }
    }

    private static List<String> run(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        if (parameters.length == 0) {
            try (Statement statement = connection.createStatement()) {
                return answers(statement, statement.execute(sql));
            }
        }
        return runPrepared(connection, sql, parameters);
    }

    private static List<String> runPrepared(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return answers(statement, statement.execute());
        }
    }

    private static List<String> answers(Statement statement, boolean first) throws SQLException {
        List<String> answers = new ArrayList<>();
        boolean rows = first;
        while (rows || statement.getUpdateCount() >= 0) {
            answers.add(
                    rows ? text(Objects.requireNonNull(statement.getResultSet())) : "" + statement.getUpdateCount());
            rows = statement.getMoreResults();
        }
        return answers;
    }

    private static String text(ResultSet rows) throws SQLException {
        StringBuilder text = new StringBuilder();
        while (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                text.append(rows.getString(i)).append(i < rows.getMetaData().getColumnCount() ? ',' : ';');
            }
        }
        return text.toString();
    }

    private void same(String sql, @Nullable Object... parameters) throws SQLException {
        assertThat(run(engine, sql, parameters)).as(sql).isEqualTo(run(whole, sql, parameters));
        sameRows(sql);
    }

    private void sameRows(String sql) throws SQLException {
        assertThat(run(engine, ROWS)).as("rows after " + sql).isEqualTo(run(whole, ROWS));
    }

    private void bothFail(String sql) throws SQLException {
        assertThatThrownBy(() -> run(whole, sql)).as(sql).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> run(engine, sql)).as(sql).isInstanceOf(SQLException.class);
        sameRows(sql);
    }

    @Test
    void updatesOfRowsOfSeveralShards() throws SQLException {
        same("UPDATE memo SET note = 'x' WHERE id = 1; UPDATE memo SET note = 'y' WHERE owner = 2;"
                + " DELETE FROM memo WHERE id IN (5, 2);");
        same(
                "UPDATE memo SET note = ? WHERE id = ? AND owner = ?; UPDATE memo SET note = ? WHERE id = ?",
                "p",
                3L,
                2L,
                "q;?",
                4L);
    }

    @Test
    void queriesAmongWrites() throws SQLException {
        same("SELECT id FROM memo WHERE owner = 1 ORDER BY id; INSERT INTO memo (id, owner, note) VALUES (6, 6, 'a;b');"
                + " SELECT note, COUNT(*) FROM memo GROUP BY note ORDER BY note; SELECT id FROM memo WHERE id = 77");
        same("SELECT COUNT(*) FROM memo; SELECT id FROM memo WHERE owner = ? AND id = ?", 1L, 2L);
    }

    @Test
    void semicolonsInStringsAndComments() throws SQLException {
        same("UPDATE memo SET note = ';''; DELETE' /* ; */ WHERE id = 1; -- ; DELETE FROM memo\n"
                + "UPDATE memo SET note = note WHERE id = 2 ; ;");
    }

    @Test
    void aFailureEndsThem() throws SQLException {
        bothFail("UPDATE memo SET note = 'z' WHERE id = 1; INSERT INTO memo (id, owner, note) VALUES (1, 1, 'twice');"
                + " DELETE FROM memo WHERE id > 0");
    }

    @Test
    void whatIsRefusedIsRefusedBeforeTheFirstRuns() throws SQLException {
        assertThatThrownBy(() -> run(engine, "DELETE FROM memo WHERE id = 1; UPDATE memo SET note = 'x'"))
                .hasMessageContaining("SK-2041");
        assertThat(run(engine, "SELECT COUNT(*) FROM memo")).containsExactly("5;");
    }

    @Test
    void aFailureInATransaction() throws SQLException {
        for (DataSource source : List.of(engine, whole)) {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                run(connection, "UPDATE memo SET note = 'kept' WHERE id = 3");
                assertThatThrownBy(
                                () -> run(
                                        connection,
                                        "UPDATE memo SET note = 'z' WHERE id = 2; INSERT INTO memo (id, owner, note) VALUES (1, 1, 'twice')"))
                        .isInstanceOf(SQLException.class);
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
        sameRows("a rollback");
    }

    @Test
    void whatIsMadeByOneIsSeenByTheNext() throws SQLException {
        same("DROP TABLE IF EXISTS scrap; CREATE TABLE scrap (id BIGINT); INSERT INTO scrap SELECT id FROM memo;"
                + " SELECT COUNT(*) FROM scrap");
    }

    @Test
    void aPreparedTextRunsAgain() throws SQLException {
        String sql = "UPDATE memo SET note = ? WHERE id = ?; SELECT note FROM memo WHERE id = ?";
        for (DataSource source : List.of(engine, whole)) {
            try (Connection connection = source.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                for (long id = 1; id <= 4; id++) {
                    statement.setString(1, "n" + id);
                    statement.setLong(2, id);
                    statement.setLong(3, id);
                    assertThat(statement.execute()).isFalse();
                    assertThat(statement.getUpdateCount()).isEqualTo(1);
                }
            }
        }
        sameRows(sql);
    }

    @Test
    void theFirstAnswerIsTheOneOfExecuteQueryAndExecuteUpdate() throws SQLException {
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM memo; DELETE FROM memo WHERE id = 1")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isEqualTo(5);
            }
            assertThat(statement.executeUpdate("DELETE FROM memo WHERE owner = 2; DELETE FROM memo WHERE id = 2"))
                    .isEqualTo(2);
        }
        assertThat(run(engine, ROWS)).containsExactly("5,3,e;");
    }

    @Test
    void aParameterTooMuchOrTooFew() throws SQLException {
        try (Connection connection = engine.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "UPDATE memo SET note = ? WHERE id = 1; UPDATE memo SET note = ? WHERE id = 2")) {
            statement.setString(1, "x");
            assertThatThrownBy(statement::execute).hasMessageContaining("SK-3006");
            statement.setString(2, "x");
            statement.setString(3, "x");
            assertThatThrownBy(statement::execute).hasMessageContaining("SK-6003");
        }
    }

    /** A comment before the first word hides nothing. */
    @Test
    void theSessionChangesByItself() {
        if (!kind.speaksMysql()) {
            assertThatThrownBy(() -> run(engine, "UPDATE memo SET note = 'x' WHERE id = 1; /* x */ SET SCHEMA 'y'"))
                    .hasMessageContaining("SK-2005");
        }
        if (kind == TestDatabase.POSTGRESQL) {
            assertThatThrownBy(() -> run(engine, "UPDATE memo SET note = 'x' WHERE id = 1; /* x */ COMMIT"))
                    .hasMessageContaining("SK-2005");
        }
    }

    /** The semicolons of a routine's body end no statement of the text. */
    @Test
    void bodiesOfRoutinesAreNotSplit() {
        assertThatThrownBy(() -> run(
                        engine,
                        "CREATE PROCEDURE p() BEGIN UPDATE memo SET note = 'x'; DELETE FROM memo WHERE id = 1; END"))
                .hasMessageContaining("SK-2005");
        assertThatThrownBy(() -> run(engine, "BEGIN NOT ATOMIC UPDATE memo SET note = 'x'; DELETE FROM memo; END"))
                .hasMessageContaining("SK-2005");
    }

    /** Checks that the engine refuses several statements where a driver does, which protects from a smuggled statement. */
    @Test
    void refusesWhereTheDriverDoes() throws SQLException {
        assumeTrue(kind.speaksMysql(), "the driver has no setting that forbids several statements in one text");
        DataSource guarded = engine("allowMultiQueries=false");
        assertThatThrownBy(() -> run(guarded, "UPDATE memo SET note = 'x' WHERE id = 1; DELETE FROM memo"))
                .hasMessageContaining("SK-2005");
        assertThatThrownBy(() -> {
                    try (Connection connection = guarded.getConnection()) {
                        runPrepared(connection, "SELECT id FROM memo WHERE id = ?; DELETE FROM memo", 1L);
                    }
                })
                .hasMessageContaining("SK-2005");
        assertThat(run(engine, "SELECT COUNT(*) FROM memo")).containsExactly("5;");
    }
}
