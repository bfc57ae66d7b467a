package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Refuses to start without a logical DataSource, before any other bean could reach a database: one plain database would
 * answer in place of the shards.
 */
final class LogicalDataSourceCheck implements BeanFactoryPostProcessor {
    private static final String POOL = "com.zaxxer.hikari.HikariDataSource";
    private static final String SWITCH_OFF = "; set " + OnShardingEnabled.PROPERTY + " to false if none is wanted";

    private final Environment environment;

    LogicalDataSourceCheck(Environment environment) {
        this.environment = environment;
    }

    /**
     * @throws ShardingConfigurationException if there is no logical DataSource
     * @throws org.springframework.boot.context.properties.bind.BindException if a name under {@code sharding} does not
     *     exist, or a value cannot be read
     * @throws org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException if a setting of
     *     Shardkit is written under another name than {@code sharding}
     */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        MisplacedProperty.refuse(environment);
        UnreadVariable.refuse(environment);
        MisreadNames.refuse(environment);
        if (beans.getBeanNamesForType(ShardingDataSource.class, true, false).length > 0) {
            return;
        }
        if (OnDatabaseWanted.isExcluded(beans)
                && beans.getBeanNamesForType(DataSource.class, true, false).length == 0) {
            return;
        }
        // A name that is misspelt is the likely reason, and has its own explanation
        ShardingProperties properties = bound();
        if (properties == null || properties.dataSources().isEmpty()) {
            throw noDataSources();
        }
        throw new ShardingConfigurationException(
                ErrorCode.INVALID_SETTING, OnShardingDataSources.PROPERTY, unused(beans));
    }

    private @Nullable ShardingProperties bound() {
        return Binder.get(environment)
                .bind(
                        "sharding",
                        Bindable.of(ShardingProperties.class),
                        new NoUnboundElementsBindHandler(
                                new IgnoreTopLevelConverterNotFoundBindHandler(), new UnboundElementsSourceFilter()))
                .orElse(null);
    }

    private ShardingConfigurationException noDataSources() {
        String set = SetProperties.anyUnderSharding(environment);
        ConfigurationPropertyName misspelt = set == null ? MisplacedProperty.any(environment) : null;
        if (misspelt != null) {
            String written =
                    WrittenProperty.find(environment, misspelt.toString()).name();
            return new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    OnShardingDataSources.PROPERTY,
                    "no data source is configured, although " + written
                            + " is set, which was probably to begin with sharding" + SWITCH_OFF);
        }
        String detail = "no data source is configured, although there are settings under sharding";
        if (set != null && !set.equals(OnShardingDataSources.PROPERTY)) {
            detail += ", such as " + WrittenProperty.find(environment, set).name();
        }
        return new ShardingConfigurationException(
                ErrorCode.INVALID_SETTING, OnShardingDataSources.PROPERTY, detail + SWITCH_OFF);
    }

    private static String unused(ConfigurableListableBeanFactory beans) {
        if (!ClassUtils.isPresent(POOL, beans.getBeanClassLoader())) {
            return "it is not used: " + POOL + " is not on the class path" + SWITCH_OFF;
        }
        List<String> own = Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
                .filter(name -> isCandidate(beans, name))
                .map(name -> described(beans, name))
                .toList();
        return own.isEmpty()
                ? "it is not used: " + ShardingAutoConfiguration.class.getName() + " does not take part" + SWITCH_OFF
                : "it is not used, because the application defines a DataSource of its own, " + String.join(", ", own)
                        + ". To have both, declare that one with defaultCandidate = false and inject it by @Qualifier;"
                        + " to have it alone, set " + OnShardingEnabled.PROPERTY + " to false";
    }

    private static boolean isCandidate(ConfigurableListableBeanFactory beans, String name) {
        return !beans.containsBeanDefinition(name)
                || !(beans.getBeanDefinition(name) instanceof AbstractBeanDefinition definition)
                || (definition.isAutowireCandidate() && definition.isDefaultCandidate());
    }

    private static String described(ConfigurableListableBeanFactory beans, String name) {
        BeanDefinition definition = beans.containsBeanDefinition(name) ? beans.getBeanDefinition(name) : null;
        String place = definition == null ? null : definition.getResourceDescription();
        return "'" + name + "'" + (place == null ? "" : " (" + place + ")");
    }
}
