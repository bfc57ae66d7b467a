package io.shardkit.jta;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingCheckAutoConfiguration;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.jta.JtaTransactionManager;

/** Tests which logical DataSource takes part in which manager's transactions. */
class ShardingJtaAutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingCheckAutoConfiguration.class,
                    ShardingJtaAutoConfiguration.class))
            .withPropertyValues("sharding.data-sources.ds0.url=jdbc:h2:mem:" + UUID.randomUUID());

    @Test
    void takesPartWhenThereIsAManager() {
        runner.withUserConfiguration(Manager.class)
                .run(context -> assertThat(isManaged(context.getBean(ShardingDataSource.class)))
                        .isTrue());
    }

    @Test
    void takesPartWhenOnlySpringHasTheManager() {
        runner.withUserConfiguration(SpringsOwn.class)
                .run(context -> assertThat(isManaged(context.getBean(ShardingDataSource.class)))
                        .isTrue());
    }

    @Test
    void takesNoPartWhenItIsNotTo() {
        runner.withUserConfiguration(Manager.class)
                .withPropertyValues("sharding.transaction.jta=false")
                .run(context -> assertThat(isManaged(context.getBean(ShardingDataSource.class)))
                        .isFalse());
    }

    @Test
    void takesNoPartWhenThereIsNoManager() {
        runner.run(context ->
                assertThat(isManaged(context.getBean(ShardingDataSource.class))).isFalse());
    }

    @Test
    void refusesConnectionsWhenTheTransactionIsEnding() throws SQLException {
        for (int status : List.of(
                Status.STATUS_ROLLEDBACK,
                Status.STATUS_ROLLING_BACK,
                Status.STATUS_PREPARING,
                Status.STATUS_COMMITTING,
                Status.STATUS_UNKNOWN)) {
            Assertions.assertThatThrownBy(() -> new JtaTransactions(manager(status)).current())
                    .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                            .isEqualTo(ErrorCode.ROLLBACK_ONLY));
        }
        assertThat(new JtaTransactions(manager(Status.STATUS_COMMITTED)).current())
                .isNull();
        assertThat(new JtaTransactions(manager(Status.STATUS_NO_TRANSACTION)).current())
                .isNull();
    }

    private static boolean isManaged(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return !connection.getAutoCommit();
        }
    }

    /** A manager in whose transaction every thread is. */
    private static TransactionManager manager(int status) {
        List<Synchronization> told = new ArrayList<>();
        Transaction transaction = proxy(Transaction.class, (proxy, method, given) -> switch (method.getName()) {
            case "getStatus" -> status;
            case "equals" -> proxy == given[0];
            case "hashCode" -> 1;
            case "registerSynchronization" -> {
                told.add((Synchronization) given[0]);
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
        return proxy(
                TransactionManager.class,
                (proxy, method, given) -> method.getName().equals("getTransaction") ? transaction : null);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(
                ShardingJtaAutoConfigurationTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Configuration(proxyBeanMethods = false)
    static class Manager {
        @Bean
        TransactionManager manager() {
            return ShardingJtaAutoConfigurationTest.manager(Status.STATUS_ACTIVE);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SpringsOwn {
        @Bean
        JtaTransactionManager transactionManager() {
            return new JtaTransactionManager(
                    proxy(UserTransaction.class, (proxy, method, given) -> null),
                    ShardingJtaAutoConfigurationTest.manager(Status.STATUS_ACTIVE));
        }
    }
}
