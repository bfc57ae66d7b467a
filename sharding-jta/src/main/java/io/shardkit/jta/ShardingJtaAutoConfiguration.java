package io.shardkit.jta;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.jdbc.ShardingDataSource;
import jakarta.transaction.TransactionManager;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * {@link AutoConfiguration Auto-configuration} that has the logical DataSource take part in the transactions of JTA,
 * where the application has a transaction manager for them.
 */
@AutoConfiguration(
        after = ShardingAutoConfiguration.class,
        afterName = {
            "dev.snowdrop.boot.narayana.autoconfigure.NarayanaAutoConfiguration",
            "org.springframework.boot.transaction.jta.autoconfigure.JtaAutoConfiguration"
        })
@ConditionalOnClass({ShardingDataSource.class, TransactionManager.class})
@ConditionalOnBooleanProperty(name = "sharding.transaction.jta", matchIfMissing = true)
public final class ShardingJtaAutoConfiguration {

    @Bean
    static ManagedDataSources shardingManagedDataSources(BeanFactory beans) {
        return new ManagedDataSources(beans);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(XARecoveryModule.class)
    @ConditionalOnBean({XARecoveryModule.class, ShardingDataSource.class})
    static class Narayana {

        @Bean
        NarayanaRecovery shardingNarayanaRecovery(XARecoveryModule module, ShardingDataSource dataSource) {
            return new NarayanaRecovery(module, dataSource);
        }
    }
}
