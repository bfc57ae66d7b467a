package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** A gather leaves the transaction open in which it runs: what the transaction wrote before is rolled back with it. */
class GatherInTransactionIT {
    private static final String ROWS = "SELECT * FROM o ORDER BY id";

    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
    void whatWasWrittenBeforeIsRolledBack(TestDatabase database) throws SQLException {
        DataSource whole = filled(database, 0, SpreadTable.WHOLE);
        try (ShardingDataSource engine = (ShardingDataSource) SpreadTable.engine(
                filled(database, 0, 0),
                filled(database, 1, 1),
                SpreadTable.rule().build(),
                Runnable::run)) {
            for (String query : queries(database)) {
                assertThat(afterDeleting(engine, query)).as(query).isEqualTo(afterDeleting(whole, query));
                assertThat(SpreadTable.read(engine, ROWS))
                        .as("rolled back after " + query)
                        .isEqualTo(SpreadTable.read(whole, ROWS));
            }
        }
    }

    /** Queries over copies of all kinds: as they come, in order, under a primary key, in groups. */
    private static List<String> queries(TestDatabase database) {
        String list = database == TestDatabase.POSTGRESQL
                ? "STRING_AGG(CAST(id AS VARCHAR), '|' ORDER BY id DESC)"
                : "GROUP_CONCAT(id ORDER BY id DESC SEPARATOR '|')";
        return List.of(
                "SELECT id, amount FROM o WHERE amount > (SELECT AVG(amount) FROM o)",
                "SELECT amount, " + list + " FROM o GROUP BY amount",
                "SELECT a.id, a.amount, COUNT(*) FROM o a JOIN o b ON a.amount = b.amount GROUP BY a.id",
                "SELECT a.id, MAX(b.status), " + list.replace("id", "b.id")
                        + " FROM o a JOIN o b ON a.amount = b.amount GROUP BY a.id",
                "SELECT id, ROW_NUMBER() OVER (PARTITION BY amount ORDER BY id) FROM o ORDER BY id");
    }

    private static List<String> afterDeleting(DataSource database, String query) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("DELETE FROM o WHERE id < 4");
            List<String> rows = SpreadTable.rows(statement, query);
            connection.rollback();
            return rows;
        }
    }

    private HikariDataSource filled(TestDatabase database, int server, int source) throws SQLException {
        HikariDataSource pool = database.create("gather_in_transaction", server);
        pools.add(pool);
        SpreadTable.execute(
                pool,
                SpreadTable.statements(
                        source, "status VARCHAR(20), amount INT", 12, id -> "'s" + id % 3 + "', " + id % 5));
        return pool;
    }
}
