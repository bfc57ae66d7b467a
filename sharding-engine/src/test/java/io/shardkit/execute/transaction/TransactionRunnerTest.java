package io.shardkit.execute.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.run.Shards;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.TestRules;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the result of steps that fail, or forget to begin, in a transaction of their own and in the session's. */
class TransactionRunnerTest {
    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private Session session;
    private List<ShardConnection> both;

    @BeforeEach
    void open() throws SQLException {
        for (String name : List.of("ds0", "ds1")) {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            pools.put(name, database);
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (id INT)");
            }
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1")).build();
        Shards shards = Shards.open(
                pools, rule, ShardingOptions.builder().executor(Runnable::run).build());
        session = new Session(shards.databases(), shards.protocols(), () -> {});
        both = session.connections(List.of(0, 1));
    }

    @AfterEach
    void close() throws SQLException {
        session.close();
    }

    @Test
    void ownTransactionIsCommittedEverywhere() throws SQLException {
        TransactionRunner.run(session, Scope.of(session), Participants.writing(both), (connections, transaction) -> {
            for (ShardConnection shard : connections) {
                transaction.begin(shard);
                insert(shard);
            }
            return connections;
        });
        assertThat(rows()).containsExactly(1, 1);
        assertThat(both.get(0).connection().getAutoCommit()).isTrue();
    }

    @Test
    void whatWasNotBegunIsNotCommitted() throws SQLException {
        assertThatThrownBy(() -> TransactionRunner.run(
                        session, Scope.OWN, Participants.writing(both), (connections, transaction) -> {
                            transaction.begin(connections.get(0));
                            insert(connections.get(0));
                            return connections;
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no transaction was begun on ds1");
        assertThat(rows()).containsExactly(0, 0);
        session.transactions().checkStatement();
    }

    @Test
    void errorUndoesTransactionOverTheWholeSession() throws SQLException {
        assertThatThrownBy(() -> TransactionRunner.run(
                        session, Scope.of(session), Participants.ofSession(), (connections, transaction) -> {
                            insert(connections.get(1));
                            throw new StackOverflowError("deep");
                        }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(rows()).containsExactly(0, 0);
        assertThat(session.autoCommit()).isTrue();
    }

    @Test
    void joinedTransactionThatIsHalfDoneCanOnlyBeRolledBack() throws SQLException {
        session.ends().setAutoCommit(false);
        assertThat(Scope.of(session)).isEqualTo(Scope.JOINED);
        assertThatThrownBy(() -> TransactionRunner.run(
                        session, Scope.JOINED, Participants.writing(both), (connections, transaction) -> {
                            insert(connections.get(0));
                            transaction.succeeded();
                            throw new IllegalStateException("second step");
                        }))
                .hasMessage("second step");
        assertThat(session.transactions().isRollbackOnly()).isTrue();
        session.ends().rollback();
        assertThat(rows()).containsExactly(0, 0);
    }

    @Test
    void joinedTransactionWhoseFirstStepFailedGoesOn() throws SQLException {
        session.ends().setAutoCommit(false);
        assertThatThrownBy(() -> TransactionRunner.run(
                        session, Scope.JOINED, Participants.writing(both), (connections, transaction) -> {
                            throw new IllegalStateException("first step");
                        }))
                .hasMessage("first step");
        assertThat(session.transactions().isRollbackOnly()).isFalse();
    }

    private static void insert(ShardConnection shard) throws SQLException {
        shard.execute("INSERT INTO t VALUES (1)");
    }

    /** Returns the number of rows that other sessions see, by data source. */
    private List<Integer> rows() throws SQLException {
        return List.of(count("ds0"), count("ds1"));
    }

    private int count(String name) throws SQLException {
        try (Connection connection = pools.get(name).getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t")) {
            row.next();
            return row.getInt(1);
        }
    }
}
