package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.MARIADB_CONNECTOR_J;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** A transaction that is ended in autocommit is an error where it is one for the driver. */
class AutoCommitEndsIT {
    @ParameterizedTest
    @OnDatabases(always = {MYSQL, MARIADB_CONNECTOR_J})
    void endsAsTheDriverHasIt(TestDatabase database) throws SQLException {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource first = database.create("first", 0);
                HikariDataSource second = database.create("second", 1)) {
            for (HikariDataSource source : List.of(first, second)) {
                SpreadTable.execute(source, SpreadTable.statements(0, "v INT", 4, id -> "1"));
            }
            DataSource engine =
                    SpreadTable.engine(first, second, SpreadTable.rule().build(), executor);
            assertThat(failing(engine)).isEqualTo(failing(first));
        } finally {
            executor.shutdownNow();
        }
    }

    private static List<String> failing(DataSource source) throws SQLException {
        List<String> failing = new ArrayList<>();
        try (Connection connection = source.getConnection()) {
            try {
                connection.commit();
            } catch (SQLException failure) {
                failing.add("commit");
            }
            try {
                connection.rollback();
            } catch (SQLException failure) {
                failing.add("rollback");
            }
        }
        return failing;
    }
}
