package io.shardkit.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The watch itself: each kind of thing that is left behind is seen. */
final class WatchContract {
    private WatchContract() {}

    static void check(TestDatabase database) throws SQLException {
        Watch watch = new Watch(database);
        String create = "CREATE " + (database == TestDatabase.H2 ? "LOCAL " : "") + "TEMPORARY TABLE kept (a INT)";
        try (HikariDataSource pool = database.create("watch")) {
            try (Connection connection = watch.over("ds0", pool).getConnection()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(create);
                    statement.execute("DROP TABLE kept");
                }
                assertThat(watch.takeLeaks()).containsExactly("1 connections not given back");
            }
            assertThat(watch.takeLeaks()).isEmpty();
            assertThat(watch.checkedConnections()).isOne();
            try (Connection connection = watch.over("ds0", pool).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(create);
            }
            assertThat(watch.takeLeaks()).singleElement().asString().containsIgnoringCase("on ds0: kept");
            Statement open;
            try (Connection connection = watch.over("ds0", pool).getConnection()) {
                open = connection.createStatement();
            }
            assertThat(watch.takeLeaks()).singleElement().asString().contains("a statement on ds0 was not closed");
            open.close();
        }
    }
}
