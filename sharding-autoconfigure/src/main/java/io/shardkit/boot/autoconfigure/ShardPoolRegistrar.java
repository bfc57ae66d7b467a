package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers each data source's pool as a bean of its name. The beans are no default candidates: injection by type sees
 * the logical DataSource only, while health and metrics, which ask for all beans, see every pool. A bean of that name
 * that the application defines is left alone.
 */
final class ShardPoolRegistrar implements ImportBeanDefinitionRegistrar {
    private static final String MARK = ShardPoolRegistrar.class.getName();

    private final Environment environment;
    private final BeanFactory beans;

    ShardPoolRegistrar(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Map<String, ShardingProperties.Pool> pools = Binder.get(environment)
                .bind(OnShardingDataSources.PROPERTY, Bindable.mapOf(String.class, ShardingProperties.Pool.class))
                .orElseGet(Map::of);
        for (String name : WrittenKeys.arrange(environment, OnShardingDataSources.PROPERTY, pools)
                .keySet()) {
            if (!registry.containsBeanDefinition(name)) {
                registry.registerBeanDefinition(name, definition(name));
            }
        }
    }

    /** Whether the bean of that name is a pool that was registered here. */
    static boolean hasRegistered(ConfigurableListableBeanFactory beans, String name) {
        return beans.containsBeanDefinition(name)
                && beans.getBeanDefinition(name).hasAttribute(MARK);
    }

    private RootBeanDefinition definition(String name) {
        RootBeanDefinition definition = new RootBeanDefinition(
                HikariDataSource.class,
                () -> ShardPool.create(name, beans.getBean(ShardingProperties.class), environment));
        definition.setAttribute(MARK, true);
        definition.setDefaultCandidate(false);
        definition.setDestroyMethodName("close");
        definition.setResourceDescription(OnShardingDataSources.PROPERTY + "." + name);
        return definition;
    }
}
