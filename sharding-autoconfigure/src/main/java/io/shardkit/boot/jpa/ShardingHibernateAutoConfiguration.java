package io.shardkit.boot.jpa;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.jdbc.ShardingDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.hibernate.cfg.QuerySettings;
import org.hibernate.query.sqm.mutation.internal.temptable.LocalTemporaryTableInsertStrategy;
import org.hibernate.query.sqm.mutation.internal.temptable.LocalTemporaryTableMutationStrategy;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} of Hibernate's bulk statements on entities of several tables. On
 * PostgreSQL it would write all tables by one WITH, which cannot be done over several databases; a temporary table takes
 * the keys instead, as it does on the other databases. Settings that the application gives come first.
 */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnClass({HibernatePropertiesCustomizer.class, LocalTemporaryTableMutationStrategy.class})
@ConditionalOnSingleCandidate(ShardingDataSource.class)
public final class ShardingHibernateAutoConfiguration {
    @Bean
    HibernatePropertiesCustomizer shardingBulkStatements(ShardingDataSource dataSource) {
        return properties -> {
            if (isPostgresql(dataSource)) {
                useTemporaryTables(properties);
            }
        };
    }

    private static void useTemporaryTables(Map<String, Object> properties) {
        properties.putIfAbsent(
                QuerySettings.QUERY_MULTI_TABLE_MUTATION_STRATEGY, LocalTemporaryTableMutationStrategy.class.getName());
        properties.putIfAbsent(
                QuerySettings.QUERY_MULTI_TABLE_INSERT_STRATEGY, LocalTemporaryTableInsertStrategy.class.getName());
    }

    private static boolean isPostgresql(ShardingDataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        } catch (SQLException unreachable) {
            // Hibernate asks the same next, and says what is wrong.
            return false;
        }
    }
}
