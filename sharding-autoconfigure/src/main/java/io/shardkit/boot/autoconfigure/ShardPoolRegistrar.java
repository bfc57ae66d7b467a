package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers each data source's pool as a bean of its name. The beans are no default candidates: injection by type sees
 * the logical DataSource only, while health and metrics, which ask for all beans, see every pool. A bean of that name
 * that the application defines is left alone.
 */
final class ShardPoolRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;

    ShardPoolRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        for (String name : ServerPools.of(environment).byName().keySet()) {
            if (!registry.containsBeanDefinition(name)) {
                registry.registerBeanDefinition(name, definition(name));
            }
        }
    }

    /** Returns true if the bean of that name is a pool that was registered here, or its replacement in a test. */
    static boolean hasRegistered(ConfigurableListableBeanFactory beans, String name) {
        return beans.containsBeanDefinition(name) && isRegistered(beans.getBeanDefinition(name));
    }

    static boolean isRegistered(BeanDefinition definition) {
        String factory = definition.getBeanClassName();
        return ShardPool.class.getName().equals(factory)
                || EmbeddedShard.class.getName().equals(factory);
    }

    /** By a factory method, not by a supplier, so that it can be written as code ahead of time. */
    private static RootBeanDefinition definition(String name) {
        RootBeanDefinition definition = new RootBeanDefinition(ShardPool.class);
        definition.setFactoryMethodName("create");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.setTargetType(HikariDataSource.class);
        definition.setDefaultCandidate(false);
        definition.setDestroyMethodName("close");
        definition.setResourceDescription(OnShardingDataSources.PROPERTY + "." + name);
        return definition;
    }
}
