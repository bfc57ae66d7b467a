package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** An empty database in memory in the place of one data source of a test. */
final class EmbeddedShard {
    private EmbeddedShard() {}

    /** Returns true if an embedded database replaces the pool of that name. */
    static boolean is(ConfigurableListableBeanFactory beans, String name) {
        return beans.containsBeanDefinition(name)
                && EmbeddedShard.class
                        .getName()
                        .equals(beans.getBeanDefinition(name).getBeanClassName());
    }

    static RootBeanDefinition definition(String name) {
        RootBeanDefinition definition = new RootBeanDefinition(EmbeddedShard.class);
        definition.setFactoryMethodName("create");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.setTargetType(EmbeddedDatabase.class);
        definition.setDefaultCandidate(false);
        definition.setDestroyMethodName("shutdown");
        definition.setResourceDescription("@AutoConfigureTestDatabase");
        return definition;
    }

    /**
     * @throws ShardingConfigurationException if there is no embedded database that Shardkit knows: the test must not
     *     write to the real one instead
     */
    static EmbeddedDatabase create(String name, Environment environment, ConfigurableListableBeanFactory beans) {
        EmbeddedDatabaseConnection wanted = environment.getProperty(
                "spring.test.database.connection", EmbeddedDatabaseConnection.class, EmbeddedDatabaseConnection.NONE);
        EmbeddedDatabaseConnection connection = wanted == EmbeddedDatabaseConnection.NONE
                ? EmbeddedDatabaseConnection.get(beans.getBeanClassLoader())
                : wanted;
        if (connection.getType() != EmbeddedDatabaseType.H2) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    TestDatabases.PROPERTY,
                    "the test would replace the database of '" + name + "' by an embedded one, and "
                            + (connection == EmbeddedDatabaseConnection.NONE
                                    ? "there is none on the class path"
                                    : connection + " is none that can be sharded")
                            + "; add com.h2database:h2 to the tests, let containers be the databases, or let the test use"
                            + " the databases of sharding.data-sources with @AutoConfigureTestDatabase(replace = NONE)");
        }
        return new EmbeddedDatabaseBuilder()
                .generateUniqueName(true)
                .setType(EmbeddedDatabaseType.H2)
                .build();
    }
}
