package io.shardkit.execute;

import static io.shardkit.execute.ConnectionState.ACTIVE;
import static io.shardkit.execute.ConnectionState.COMMITTED;
import static io.shardkit.execute.ConnectionState.IDLE;
import static io.shardkit.execute.ConnectionState.RELEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.execute.run.Shards;
import io.shardkit.execute.session.Session;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.TestRules;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which state of a physical connection may follow which, and what brings a connection there. */
class ConnectionStateTest {
    /** For each state those that may follow it; no other may. */
    private static final Map<ConnectionState, Set<ConnectionState>> TABLE = Map.of(
            IDLE, Set.of(ACTIVE, COMMITTED, RELEASED),
            ACTIVE, Set.of(IDLE, COMMITTED, RELEASED),
            COMMITTED, Set.of(IDLE, RELEASED),
            RELEASED, Set.of());

    private Session session;
    private boolean commitsBySwitch;

    @BeforeEach
    void open() throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        Shards shards = Shards.open(
                Map.of("ds0", database),
                TestRules.over(List.of("ds0")).build(),
                ShardingOptions.builder().executor(Runnable::run).build());
        session = new Session(shards.databases(), shards.protocols(), () -> {});
    }

    @AfterEach
    void close() throws SQLException {
        session.close();
    }

    @ParameterizedTest
    @EnumSource
    void onlyWhatIsInTheTableFollows(ConnectionState state) {
        assertThat(state.next()).isEqualTo(TABLE.get(state));
        for (ConnectionState other : ConnectionState.values()) {
            if (state.next().contains(other)) {
                assertThat(state.to(other)).isEqualTo(other);
            } else {
                assertThatThrownBy(() -> state.to(other))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("a connection that is " + state + " cannot become " + other);
            }
        }
    }

    @Test
    void eachStateIsReachedAndLeft() {
        for (ConnectionState state : ConnectionState.values()) {
            assertThat(state == IDLE || TABLE.values().stream().anyMatch(next -> next.contains(state)))
                    .isTrue();
            assertThat(state == RELEASED || state.next().contains(RELEASED)).isTrue();
        }
    }

    @Test
    void transactionUsesConnectionUntilItEnds() throws SQLException {
        session.ends().setAutoCommit(false);
        ShardConnection shard = session.connection(0);
        assertThat(shard.state()).isEqualTo(ACTIVE);
        session.ends().commit();
        assertThat(shard.state()).isEqualTo(IDLE);
        assertThat(session.connection(0)).isSameAs(shard);
        assertThat(shard.state()).isEqualTo(ACTIVE);
        session.ends().rollback();
        assertThat(shard.state()).isEqualTo(IDLE);
        session.close();
        assertThat(shard.state()).isEqualTo(RELEASED);
    }

    @Test
    void statementInAutoCommitUsesConnectionUntilTransactionBegins() throws SQLException {
        ShardConnection shard = session.connection(0);
        assertThat(shard.state()).isEqualTo(ACTIVE);
        session.ends().setAutoCommit(false);
        assertThat(shard.state()).isEqualTo(IDLE);
    }

    @Test
    void connectionRestsAfterCommitBySwitchUntilTheNextTransaction() throws SQLException {
        ShardConnection shard = opened(false);
        assertThat(shard.state()).isEqualTo(IDLE);
        shard.begin();
        assertThat(shard.isActive()).isTrue();
        commitsBySwitch = true;
        shard.commit();
        assertThat(shard.state()).isEqualTo(COMMITTED);
        assertThat(shard.connection().getAutoCommit()).isTrue();
        shard.transactionEnded();
        assertThat(shard.state()).isEqualTo(COMMITTED);
        assertThatThrownBy(shard::begin).isInstanceOf(IllegalStateException.class);

        shard.setAutoCommit(false);
        assertThat(shard.state()).isEqualTo(IDLE);
        assertThat(shard.connection().getAutoCommit()).isFalse();
        shard.release();
    }

    @Test
    void whatIsPinnedWhileItRestsIsInTheTransaction() throws SQLException {
        ShardConnection shard = opened(false);
        commitsBySwitch = true;
        shard.commit();
        shard.pin();
        assertThat(shard.state()).isEqualTo(IDLE);
        assertThat(shard.connection().getAutoCommit()).isFalse();
        shard.release();
    }

    @Test
    void connectionGoesBackOnce() throws SQLException {
        ShardConnection shard = opened(true);
        shard.release();
        shard.release();
        assertThat(shard.state()).isEqualTo(RELEASED);
        assertThat(shard.connection().isClosed()).isTrue();
        assertThatThrownBy(shard::begin).isInstanceOf(IllegalStateException.class);
    }

    private ShardConnection opened(boolean autoCommit) throws SQLException {
        return ConnectionOpening.open(owner(), 0, null, autoCommit, null);
    }

    /** The session, but for how it commits. */
    private ConnectionOwner owner() {
        Class<ConnectionOwner> type = ConnectionOwner.class;
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    if (method.getName().equals("commitsBySwitch")) {
                        return commitsBySwitch;
                    }
                    try {
                        return method.invoke(session.transactions(), given);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                }));
    }
}
