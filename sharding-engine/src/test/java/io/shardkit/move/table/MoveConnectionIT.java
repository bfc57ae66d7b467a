package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.FaultyPool;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
class MoveConnectionIT {
    private static final String H2_SETTINGS =
            "SELECT LOCK_TIMEOUT(), isolation_level FROM information_schema.sessions WHERE session_id = SESSION_ID()";
    private static final String MYSQL_SETTINGS =
            "SELECT @@session.time_zone, @@session.sql_mode, @@session.lock_wait_timeout, @@session.innodb_lock_wait_timeout";
    private static final String POSTGRESQL_SETTINGS =
            "SELECT current_setting('TimeZone'), current_setting('DateStyle'),"
                    + " current_setting('lock_timeout'), current_setting('statement_timeout'),"
                    + " current_setting('idle_in_transaction_session_timeout'), current_setting('default_transaction_isolation')";

    @Parameter
    TestDatabase database;

    private HikariDataSource pool;
    private final List<String> statements = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        HikariConfig one = new HikariConfig();
        try (HikariDataSource usual = database.create("moveconnection", 0)) {
            usual.copyStateTo(one);
        }
        one.setMaximumPoolSize(1);
        one.setAutoCommit(false);
        pool = new HikariDataSource(one);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : database == TestDatabase.H2
                    ? List.of(
                            "SET LOCK_TIMEOUT 7000",
                            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                    : database == TestDatabase.POSTGRESQL
                            ? List.of(
                                    "SET TimeZone = 'Asia/Tokyo'",
                                    "SET DateStyle = 'ISO, DMY'",
                                    "SET lock_timeout = '7s'",
                                    "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                            : List.of("SET SESSION time_zone = '+03:00', SESSION sql_mode = 'ANSI_QUOTES',"
                                    + " SESSION lock_wait_timeout = 7, SESSION innodb_lock_wait_timeout = 8")) {
                statement.execute(each);
            }
            connection.commit();
        }
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private String settingsQuery() {
        return database == TestDatabase.H2
                ? H2_SETTINGS
                : database == TestDatabase.POSTGRESQL ? POSTGRESQL_SETTINGS : MYSQL_SETTINGS;
    }

    private static List<String> settings(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                values.add(rows.getString(i));
            }
            values.add("autocommit " + connection.getAutoCommit());
            return values;
        }
    }

    private List<String> settings() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return settings(connection, settingsQuery());
        }
    }

    @Test
    void settingsAreMadeAndRestoredByFewCalls() throws SQLException {
        List<String> before = settings();
        MoveSql sql;
        try (Connection connection = pool.getConnection()) {
            sql = MoveSqls.of(Dialect.of(connection.getMetaData()));
        }
        FaultyPool counting = new FaultyPool(pool, (text, run) -> {
            if (!run) {
                statements.add(text);
            }
        });
        List<String> during;
        int opening;
        try (MoveConnection connection = MoveConnection.open(new TablePlace(counting.dataSource(), null), sql, 30)) {
            opening = statements.size();
            during = connection.with(own -> settings(own, settingsQuery()));
            statements.clear();
        }
        assertThat(during).doesNotContainAnyElementsOf(before);
        assertThat(during).contains("autocommit true");
        assertThat(settings()).isEqualTo(before);
        if (database != TestDatabase.H2) {
            assertThat(opening).isOne();
            assertThat(statements).hasSize(1);
        }
    }
}
