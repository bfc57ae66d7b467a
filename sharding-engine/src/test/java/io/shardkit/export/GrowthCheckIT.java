package io.shardkit.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.export.ExportedTable.ExportedPart;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** The databases answer which actual tables exist, and whether the account sees all of them. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class GrowthCheckIT {
    private static final String ACCOUNT = "'grown'@'%'";

    @Parameter
    TestDatabase database;

    private HikariDataSource pool;
    private String schema;

    @BeforeEach
    void open() throws SQLException {
        pool = database.create("growth");
        try (Connection connection = pool.getConnection()) {
            schema = database.speaksMysql() ? connection.getCatalog() : connection.getSchema();
        }
        run("CREATE TABLE t_event_1 (id INT)", "CREATE TABLE t_other (id INT)");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql.replace("{schema}", schema));
            }
        }
    }

    private Connection connection(String user, String password) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        if (database == TestDatabase.MYSQL) {
            properties.setProperty("allowPublicKeyRetrieval", "true");
        }
        return DriverManager.getConnection(pool.getJdbcUrl(), properties);
    }

    private String state(Connection connected) throws SQLException {
        Dialect dialect = database == TestDatabase.POSTGRESQL
                ? Dialect.POSTGRESQL
                : database.isMariaDb() ? Dialect.MARIADB : Dialect.MYSQL;
        ExportedSource source = new ExportedSource("ds0", dialect, "localhost", 1, schema, schema);
        ExportedTable table = new ExportedTable(
                "t_event",
                true,
                List.of(),
                List.of(),
                true,
                List.of(new ExportedPart(source, schema, "t_event_1", List.of())),
                List.of(
                        new ExportedPart(source, schema, "t_event_2", List.of()),
                        new ExportedPart(source, schema, "T_Event_3", List.of())));
        try (Connection connection = connected;
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(GrowthCheck.of(table).get(0).query())) {
            assertThat(rows.next()).isTrue();
            return rows.getString("state");
        }
    }

    private String state() throws SQLException {
        return state(pool.getConnection());
    }

    private String stateOfAccount() throws SQLException {
        return state(connection("grown", "grows"));
    }

    @Test
    void tablesAreTheSameWhileNoneOfThoseThatWereMissingExists() throws SQLException {
        assertThat(state()).isEqualTo("same");
        run("CREATE TABLE t_event_2 (id INT)");
        assertThat(state()).isEqualTo("other");
        // As many as in the export, and not the same.
        run("DROP TABLE t_event_1");
        assertThat(state()).isEqualTo("other");
        run("DROP TABLE t_event_2");
        assertThat(state()).isEqualTo("other");
        run("CREATE TABLE t_event_1 (id INT)");
        assertThat(state()).isEqualTo("same");
        run("CREATE TABLE t_event_3 (id INT)");
        assertThat(state()).isEqualTo("other");
    }

    @Test
    void accountSeesAllTablesByItsPrivilegesOnTheSchema() throws SQLException {
        Assumptions.assumeTrue(database.speaksMysql(), "Skipped: on PostgreSQL each account sees which tables exist.");
        run("CREATE USER " + ACCOUNT + " IDENTIFIED BY 'grows'", "GRANT SELECT ON t_event_1 TO " + ACCOUNT);
        try {
            assertThat(stateOfAccount()).isEqualTo("unseen");
            run("GRANT INSERT ON {schema}.* TO " + ACCOUNT);
            assertThat(stateOfAccount()).isEqualTo("unseen");
            run("GRANT SELECT ON `growt%`.* TO " + ACCOUNT);
            assertThat(stateOfAccount()).isEqualTo("unseen");
            run("REVOKE INSERT ON {schema}.* FROM " + ACCOUNT);
            assertThat(stateOfAccount()).isEqualTo("same");
            if (!database.isMariaDb()) {
                run("SET GLOBAL partial_revokes = ON");
                assertThat(stateOfAccount()).isEqualTo("unseen");
                run("GRANT SELECT ON *.* TO " + ACCOUNT, "REVOKE SELECT ON {schema}.* FROM " + ACCOUNT);
                assertThat(stateOfAccount()).isEqualTo("unseen");
                run("REVOKE SELECT ON *.* FROM " + ACCOUNT, "GRANT SELECT ON {schema}.* TO " + ACCOUNT);
                assertThat(stateOfAccount()).isEqualTo("same");
            }
        } finally {
            run("DROP USER " + ACCOUNT);
            if (!database.isMariaDb()) {
                run("SET GLOBAL partial_revokes = OFF");
            }
        }
    }
}
