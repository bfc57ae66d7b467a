package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Refuses to start where transactions are those of JTA and the logical DataSource would not take part: each statement in
 * them would commit by itself.
 */
final class JtaCheck implements BeanFactoryPostProcessor {
    static final String PROPERTY = "sharding.transaction.jta";

    private static final String API = "jakarta.transaction.TransactionManager";
    private static final List<String> MANAGERS =
            List.of(API, "org.springframework.transaction.jta.JtaTransactionManager");
    private static final String MODULE = "io.shardkit.jta.JtaTransactions";

    private final Environment environment;

    JtaCheck(Environment environment) {
        this.environment = environment;
    }

    /**
     * @throws ShardingConfigurationException if there is a transaction manager of JTA, and not the module for it
     */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        ClassLoader loader = beans.getBeanClassLoader();
        if (!ClassUtils.isPresent(API, loader)
                || ClassUtils.isPresent(MODULE, loader)
                || !environment.getProperty(PROPERTY, Boolean.class, true)
                || beans.getBeanNamesForType(ShardingDataSource.class, true, false).length == 0) {
            return;
        }
        String manager = manager(beans, loader);
        if (manager != null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    PROPERTY,
                    "the bean '" + manager + "' is a transaction manager of JTA, and connections would not take part in"
                            + " its transactions; add the module sharding-jta, or set " + PROPERTY
                            + " to false if each statement is to commit by itself in them");
        }
    }

    private static @Nullable String manager(ConfigurableListableBeanFactory beans, @Nullable ClassLoader loader) {
        for (String type : MANAGERS) {
            if (ClassUtils.isPresent(type, loader)) {
                String[] names = beans.getBeanNamesForType(ClassUtils.resolveClassName(type, loader), true, false);
                if (names.length > 0) {
                    return names[0];
                }
            }
        }
        return null;
    }
}
