package io.shardkit.execute.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.run.Shards;
import io.shardkit.execute.transaction.CommitFailure;
import io.shardkit.execute.transaction.CommitGate;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.execute.transaction.Coordinator;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.TestRules;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the parts of a session do together. */
class SessionTest {
    private Session session;
    private Shards shards;

    @BeforeEach
    void open() throws SQLException {
        List<String> names = List.of("ds0", "ds1", "ds2");
        Map<String, DataSource> pools = new LinkedHashMap<>();
        for (String name : names) {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            pools.put(name, database);
        }
        shards = Shards.open(
                pools,
                TestRules.over(names).build(),
                ShardingOptions.builder().executor(Runnable::run).build());
        session = new Session(shards.databases(), shards.protocols(), () -> {});
    }

    @AfterEach
    void close() throws SQLException {
        session.close();
    }

    @Test
    void connectionsComeInTheOrderOfTheirDataSources() throws SQLException {
        assertThat(session.physical().enlisted()).isEmpty();
        assertThat(session.physical().preferred()).isEqualTo(-1);
        ShardConnection first = session.connection(1);
        assertThat(session.physical().enlisted()).containsExactly(first);
        assertThat(session.physical().get(1)).isSameAs(first);
        assertThat(session.physical().get(0)).isNull();
        session.physical().hold(true);
        ShardConnection lower = session.connection(0);
        ShardConnection higher = session.connection(2);
        assertThat(session.physical().enlisted()).containsExactly(lower, first, higher);
        assertThat(session.physical().preferred()).isZero();
        assertThat(session.to(1)).isSameAs(first.connection());
        session.physical().hold(false);
        session.releaseIdle();
        assertThat(session.physical().enlisted()).isEmpty();
        assertThat(session.physical().get(1)).isNull();
    }

    @Test
    void lowerConnectionIsNotWaitedForWithAHigherOneThatNothingNeeds() throws SQLException {
        ShardConnection higher = session.connection(2);
        session.beforeWaitingFor(0);
        assertThat(higher.released()).isTrue();

        session.ends().setAutoCommit(false);
        ShardConnection inTransaction = session.connection(2);
        session.beforeWaitingFor(0);
        assertThat(inTransaction.released()).isFalse();
    }

    @Test
    void questionsAboutTablesHaveTheTimeOfTheStatement() throws SQLException {
        assertThat(session.left()).isZero();
        session.watch().limit(20);
        assertThat(session.left()).isPositive().isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(20));
    }

    @Test
    void lastKeyIsToldByTheOnlyConnectionThatMayHaveMadeIt() throws SQLException {
        ShardConnection one = session.connection(0);
        session.lastKey().insertedOn(one);
        assertThat(session.lastKey().shard()).isSameAs(one);
        session.lastKey().inserted(7L);
        assertThat(session.lastKey().key()).isEqualTo(7L);
        session.lastKey().insertedOn(one);
        assertThat(session.lastKey().shard()).isNull();
        session.lastKey().setOn(one);
        session.releaseIdle();
        assertThat(session.lastKey().shard()).isNull();
    }

    @Test
    void connectionThatDidNotJoinTheTransactionJoinsWithItsNextStatement() throws SQLException {
        List<ShardConnection> joined = new ArrayList<>();
        Coordinator coordinator = new Coordinator() {
            @Override
            public void join(ShardConnection shard) throws SQLException {
                joined.add(shard);
                if (joined.size() == 1) {
                    throw new SQLException("no branch begins");
                }
            }

            @Override
            public @Nullable CommitFailure commit(
                    List<ShardConnection> participants, Predicate<ShardConnection> wrote) {
                return null;
            }
        };
        CommitProtocols protocols = new CommitProtocols(CrossSource.ATOMIC, () -> coordinator, null, new CommitGate());
        try (Session atomic = new Session(shards.databases(), protocols, () -> {})) {
            atomic.ends().setAutoCommit(false);
            assertThatThrownBy(() -> atomic.connection(0)).hasMessage("no branch begins");
            ShardConnection shard = atomic.connection(0);
            atomic.connection(0);
            assertThat(joined).containsExactly(shard, shard);
        }
    }
}
