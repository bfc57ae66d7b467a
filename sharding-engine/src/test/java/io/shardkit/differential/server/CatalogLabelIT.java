package io.shardkit.differential.server;

import static io.shardkit.differential.server.SpreadTable.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** Labels of the columns of catalog views, by which generators of code read them. */
class CatalogLabelIT {

    @ParameterizedTest
    @OnDatabases(
            except = TestDatabase.H2,
            always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
    void columnsHaveTheirNames(TestDatabase database) throws SQLException {
        try (HikariDataSource first = database.create("labels", 0);
                HikariDataSource second = database.create("labels", 1);
                HikariDataSource whole = database.create("labels", 0)) {
            SpreadTable.execute(first, SpreadTable.statements(0, "a INT", 0, id -> ""));
            SpreadTable.execute(second, SpreadTable.statements(1, "a INT", 0, id -> ""));
            SpreadTable.execute(whole, SpreadTable.statements(WHOLE, "a INT", 0, id -> ""));
            DataSource engine =
                    SpreadTable.engine(first, second, SpreadTable.rule().build(), Runnable::run);
            List<String> statements = new ArrayList<>(List.of(
                    "SELECT table_name, column_name AS Name FROM information_schema.columns WHERE table_name = 'o'",
                    "SELECT TABLE_NAME, Column_Name, data_type FROM information_schema.COLUMNS WHERE table_name = 'o'",
                    "SELECT * FROM information_schema.columns WHERE table_name = 'o'",
                    "SELECT c.* FROM information_schema.columns c WHERE c.table_name = 'o' ORDER BY ordinal_position",
                    "SELECT table_name FROM information_schema.tables WHERE table_name = 'o'",
                    "SELECT * FROM INFORMATION_SCHEMA.TABLES WHERE table_name = 'o'"));
            if (database.speaksMysql()) {
                statements.add("SELECT column_name, column_comment, column_key FROM information_schema.columns"
                        + " WHERE table_schema = (SELECT DATABASE()) AND table_name = 'o' ORDER BY ordinal_position");
                statements.add("SELECT table_name, engine, table_comment, create_time FROM information_schema.tables"
                        + " WHERE table_schema = (SELECT DATABASE()) AND table_name = 'o'");
                statements.add("SHOW FULL COLUMNS FROM o");
            }
            for (String sql : statements) {
                assertThat(labels(engine, sql)).as(sql).isEqualTo(labels(whole, sql));
            }
        }
    }

    private static List<String> labels(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            ResultSetMetaData columns = rows.getMetaData();
            List<String> labels = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                labels.add(columns.getColumnLabel(i) + " " + columns.getColumnName(i));
            }
            labels.add(rows.next() ? "rows" : "no rows");
            return labels;
        }
    }
}
