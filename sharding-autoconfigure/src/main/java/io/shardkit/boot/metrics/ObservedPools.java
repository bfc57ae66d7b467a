package io.shardkit.boot.metrics;

import io.shardkit.jdbc.ShardingDataSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Has datasource-micrometer observe the pools and not the logical DataSource, whose statements have an observation
 * already, and which others need as what it is. What the application excludes stays excluded.
 */
record ObservedPools(ConfigurableEnvironment environment) implements BeanFactoryPostProcessor {
    /** Says that datasource-micrometer's auto-configuration is there. */
    static final String LIBRARY = "net.ttddyy.observation.boot.autoconfigure.DataSourceObservationAutoConfiguration";

    private static final String EXCLUDED = "jdbc.excluded-data-source-bean-names";

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        Set<String> names = new LinkedHashSet<>(Binder.get(environment)
                .bind(EXCLUDED, Bindable.listOf(String.class))
                .orElse(List.of()));
        names.addAll(List.of(beans.getBeanNamesForType(ShardingDataSource.class, true, false)));
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("shardingObservedPools", Map.of(EXCLUDED, String.join(",", names))));
    }
}
