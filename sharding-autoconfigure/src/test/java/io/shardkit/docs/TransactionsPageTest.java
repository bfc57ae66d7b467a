package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingHealthAutoConfiguration;
import io.shardkit.boot.transaction.CommitAcross;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.observe.CommitEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.CrossSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Checks the promises of the page on transactions: user 2 is on ds0, user 1 on ds1. */
class TransactionsPageTest {
    private static final Markdown PAGE = Markdown.of("docs/transactions.md");
    private static final String ACCOUNT = "CREATE TABLE t_account (user_id BIGINT PRIMARY KEY, balance INT NOT NULL)";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    JdbcClientAutoConfiguration.class))
            .withUserConfiguration(Accounts.class, Pool.class)
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + url(),
                    "sharding.data-sources.ds1.hikari.pool-name=unused",
                    "sharding.tables.t_account.actual-data-nodes=ds{0..1}.t_account",
                    "sharding.tables.t_account.database-strategy.sharding-column=user_id",
                    "sharding.tables.t_account.database-strategy.algorithm=by-user",
                    "sharding.broadcast-tables=t_rate",
                    "sharding.algorithms.by-user.type=mod");

    @Test
    void bothOrNoneWhenAStatementFails() {
        run(context -> {
            Accounts accounts = context.getBean(Accounts.class);
            accounts.transfer(1, 2, 30);
            assertThat(balances(context)).isEqualTo("70 130");
            assertThat(catchThrowable(() -> accounts.transfer(1, 2, Integer.MAX_VALUE)))
                    .isNotNull();
            assertThat(balances(context)).isEqualTo("70 130");
        });
    }

    @Test
    void namesWhatCommittedWhenALaterCommitFails() {
        run(context -> {
            Throwable failure;
            try (Connection connection = context.getBean(DataSource.class).getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.executeUpdate("UPDATE t_account SET balance = balance + 30 WHERE balance > 0");
                context.getBean(Pool.class).failing = true;
                failure = catchThrowable(connection::commit);
                assertThat(catchThrowable(
                                () -> statement.executeUpdate("UPDATE t_account SET balance = 0 WHERE balance > 0")))
                        .isNotNull();
            }
            assertThat(failure).isInstanceOf(ShardingException.class);
            assertThat(((ShardingException) failure).errorCode()).isSameAs(ErrorCode.COMMIT_INCOMPLETE);
            assertThat(PAGE.text()).contains(((ShardingException) failure).detail());
            assertThat(balances(context)).isEqualTo("100 130");
        });
    }

    @Test
    void namesTheDataSourcesWhenACommitIsIncomplete() {
        run(context -> {
            context.getBean(Pool.class).failing = true;
            Throwable failure =
                    catchThrowable(() -> context.getBean(Accounts.class).transfer(1, 2, 30));
            assertThat(balances(context)).isEqualTo("100 130");
            assertThat(refusal(failure)).isSameAs(ErrorCode.COMMIT_INCOMPLETE);
            assertThat(failure)
                    .isInstanceOf(DataAccessResourceFailureException.class)
                    .hasMessageContaining("committed: ds0");
            assertThat(PAGE.text()).contains("`DataAccessResourceFailureException`");
        });
    }

    @Test
    void oneStatementOverSeveralDataSourcesIsAllOrNothing() {
        run(context -> {
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            assertThat(jdbc.sql("UPDATE t_account SET balance = balance + 1 WHERE balance > 0")
                            .update())
                    .isEqualTo(2);
            assertThat(catchThrowable(
                            () -> jdbc.sql("UPDATE t_account SET balance = balance / (user_id - 1) WHERE balance > 0")
                                    .update()))
                    .isNotNull();
            assertThat(balances(context)).isEqualTo("101 101");
        });
    }

    @Test
    void secondDataSourceIsRefusedWhenRefuseIsSet() {
        runner.withPropertyValues("sharding.transaction.cross-source=refuse").run(context -> {
            for (String shard : new String[] {"ds0", "ds1"}) {
                JdbcClient jdbc = JdbcClient.create(context.getBean(shard, DataSource.class));
                jdbc.sql(ACCOUNT).update();
                jdbc.sql("CREATE TABLE t_rate (id INT)").update();
            }
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            jdbc.sql("INSERT INTO t_account VALUES (1, 100)").update();
            jdbc.sql("INSERT INTO t_account VALUES (2, 100)").update();
            Throwable failure =
                    catchThrowable(() -> context.getBean(Accounts.class).transfer(1, 2, 30));
            assertRefused(failure);
            assertThat(balances(context)).isEqualTo("100 100");
            assertRefused(catchThrowable(() -> jdbc.sql("UPDATE t_account SET balance = 1 WHERE balance > 0")
                    .update()));
            assertRefused(catchThrowable(
                    () -> jdbc.sql("INSERT INTO t_rate VALUES (1)").update()));
            assertRefused(catchThrowable(
                    () -> jdbc.sql("ALTER TABLE t_account ADD COLUMN note INT").update()));
            context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                balances(context);
                jdbc.sql("UPDATE t_account SET balance = 5 WHERE user_id = 1").update();
            });
            assertThat(balances(context)).isEqualTo("5 100");
        });
    }

    @Test
    void allOrNoneWhenATransactionAsksForIt() {
        List<CommitEnded.Mode> commits = new CopyOnWriteArrayList<>();
        runner.withPropertyValues("sharding.transaction.atomic.enabled=true")
                .withUserConfiguration(AtomicAccounts.class)
                .withConfiguration(AutoConfigurations.of(ShardingHealthAutoConfiguration.class))
                .withBean(StatementListener.class, () -> new StatementListener() {
                    @Override
                    public void commitEnded(CommitEnded event) {
                        if (event.dataSources() > 1) {
                            commits.add(event.mode());
                        }
                    }
                })
                .run(context -> {
                    for (String shard : new String[] {"ds0", "ds1"}) {
                        JdbcClient.create(context.getBean(shard, DataSource.class))
                                .sql(ACCOUNT)
                                .update();
                    }
                    JdbcClient jdbc = context.getBean(JdbcClient.class);
                    jdbc.sql("INSERT INTO t_account VALUES (1, 100)").update();
                    jdbc.sql("INSERT INTO t_account VALUES (2, 100)").update();
                    AtomicAccounts accounts = context.getBean(AtomicAccounts.class);
                    accounts.transfer(1, 2, 30);
                    assertThat(balances(context)).isEqualTo("70 130");
                    context.getBean(Accounts.class).transfer(1, 2, 30);
                    assertThat(balances(context)).isEqualTo("40 160");
                    assertThat(commits).containsExactly(CommitEnded.Mode.ATOMIC, CommitEnded.Mode.BEST_EFFORT);
                    assertThat(context.getBean("shardingTransactionsHealthIndicator", HealthIndicator.class)
                                    .health())
                            .hasToString("UP {inDoubt=[]}");
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class AtomicAccounts {
        private final JdbcClient jdbc;

        AtomicAccounts(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        // region: commit-across
        @Transactional
        @CommitAcross(CrossSource.ATOMIC)
        public void transfer(long from, long to, int amount) {
            jdbc.sql("UPDATE t_account SET balance = balance + ? WHERE user_id = ?")
                    .params(amount, to)
                    .update();
            jdbc.sql("UPDATE t_account SET balance = balance - ? WHERE user_id = ?")
                    .params(amount, from)
                    .update();
        }
        // endregion
    }

    private static void assertRefused(@Nullable Throwable failure) {
        assertThat(refusal(failure)).isSameAs(ErrorCode.CROSS_SOURCE_REFUSED);
    }

    /** The code of what Spring's exception was made of. */
    private static ErrorCode refusal(@Nullable Throwable failure) {
        assertThat(failure).isNotNull();
        assertThat(failure.getCause()).isInstanceOf(ShardingException.class);
        return ((ShardingException) failure.getCause()).errorCode();
    }

    private void run(ContextConsumer<AssertableApplicationContext> test) {
        runner.run(context -> {
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            jdbc.sql(ACCOUNT).update();
            jdbc.sql("INSERT INTO t_account VALUES (1, 100), (2, 100)").update();
            test.accept(context);
        });
    }

    /** Of users 1 and 2. */
    private static String balances(AssertableApplicationContext context) {
        return String.join(
                " ",
                context.getBean(JdbcClient.class)
                        .sql("SELECT balance FROM t_account ORDER BY user_id")
                        .query(String.class)
                        .list());
    }

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    static class Accounts {
        private final JdbcClient jdbc;

        Accounts(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        // region: transfer
        @Transactional
        public void transfer(long from, long to, int amount) {
            jdbc.sql("UPDATE t_account SET balance = balance + ? WHERE user_id = ?")
                    .params(amount, to)
                    .update();
            jdbc.sql("UPDATE t_account SET balance = balance - ? WHERE user_id = ?")
                    .params(amount, from)
                    .update();
        }
        // endregion
    }

    /** The second data source, whose commits fail on demand. */
    @Configuration(proxyBeanMethods = false)
    static class Pool {
        volatile boolean failing;

        @Bean(defaultCandidate = false)
        DataSource ds1() {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL(url());
            return new DelegatingDataSource(database) {
                @Override
                public Connection getConnection() throws SQLException {
                    return failingCommit(super.getConnection());
                }
            };
        }

        private Connection failingCommit(Connection target) {
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (failing && method.getName().equals("commit")) {
                            throw new SQLException("connection lost", "08006");
                        }
                        try {
                            return method.invoke(target, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }
}
