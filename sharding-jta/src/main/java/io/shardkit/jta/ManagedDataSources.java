package io.shardkit.jta;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.jta.JtaTransactionManager;

/** Has each logical DataSource take part in the transactions of JTA before anybody else sees it, or wraps it. */
final class ManagedDataSources implements BeanPostProcessor, PriorityOrdered {
    private final BeanFactory beans;

    ManagedDataSources(BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /**
     * @throws ShardingConfigurationException if a database cannot commit in two phases
     */
    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof ShardingDataSource dataSource) {
            TransactionManager manager = manager();
            if (manager != null) {
                takePart(dataSource, name, manager);
            }
        }
        return bean;
    }

    private static void takePart(ShardingDataSource dataSource, String name, TransactionManager manager) {
        try {
            dataSource.takePartIn(new JtaTransactions(manager));
        } catch (ShardingConfigurationException lacking) {
            throw new ShardingConfigurationException(
                    lacking.errorCode(),
                    lacking.property(),
                    lacking.detail() + "; or set sharding.transaction.jta to false",
                    lacking);
        } catch (SQLException failure) {
            throw new BeanCreationException(
                    name, "a database cannot be asked whether it can take part in JTA", failure);
        }
    }

    /** The transaction manager of the application, which may stand in Spring's only; null if there is none. */
    private @Nullable TransactionManager manager() {
        TransactionManager manager =
                beans.getBeanProvider(TransactionManager.class).getIfUnique();
        if (manager != null) {
            return manager;
        }
        JtaTransactionManager spring =
                beans.getBeanProvider(JtaTransactionManager.class).getIfUnique();
        return spring == null ? null : spring.getTransactionManager();
    }
}
