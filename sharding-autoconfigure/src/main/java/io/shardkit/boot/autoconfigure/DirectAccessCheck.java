package io.shardkit.boot.autoconfigure;

import io.shardkit.jdbc.ShardingDataSource;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Warns of a URL by which Flyway, Liquibase or JPA goes to one database itself, past the shards. */
final class DirectAccessCheck implements BeanFactoryPostProcessor {
    private static final Logger LOGGER = LoggerFactory.getLogger(DirectAccessCheck.class);
    private static final String JPA = "jakarta.persistence.EntityManagerFactory";

    /** The classes that would go there, by the property. */
    private static final Map<String, String> USERS = Map.of(
            "spring.flyway.url",
            "org.flywaydb.core.Flyway",
            "spring.liquibase.url",
            "liquibase.integration.spring.SpringLiquibase",
            "spring.jpa.properties.hibernate.connection.url",
            JPA,
            "spring.jpa.properties.jakarta.persistence.jdbc.url",
            JPA);

    private final Environment environment;

    DirectAccessCheck(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        if (beans.getBeanNamesForType(ShardingDataSource.class, true, false).length == 0) {
            return;
        }
        USERS.forEach((property, user) -> {
            if (environment.containsProperty(property) && ClassUtils.isPresent(user, beans.getBeanClassLoader())) {
                LOGGER.warn(
                        "{} is set: {} goes to that database itself, past the shards. Remove it, and it uses the"
                                + " DataSource of {}.",
                        property,
                        ClassUtils.getShortName(user),
                        OnShardingDataSources.PROPERTY);
            }
        });
    }
}
