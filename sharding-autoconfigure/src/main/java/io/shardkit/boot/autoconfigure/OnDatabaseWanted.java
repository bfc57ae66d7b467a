package io.shardkit.boot.autoconfigure;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Does not match when the application excludes all that Spring Boot makes of a database, as tests without one do: the
 * DataSource, its transactions, and Hibernate if it is there. Without the DataSource alone, it has one of its own beside
 * the shards, or means that of the shards.
 */
final class OnDatabaseWanted extends SpringBootCondition {
    private static final List<String> OF_DATABASES = List.of(
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration");

    private static final String OF_HIBERNATE =
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        boolean excluded = beans != null && isExcluded(beans);
        return new ConditionOutcome(
                !excluded,
                ConditionMessage.forCondition("Databases")
                        .because(excluded ? "all of Spring Boot's is excluded" : "Spring Boot's is not all excluded"));
    }

    /** Returns true if the application excludes all auto-configurations of Spring Boot for a database. */
    static boolean isExcluded(ConfigurableListableBeanFactory beans) {
        Stream<String> hibernate =
                ClassUtils.isPresent(OF_HIBERNATE, beans.getBeanClassLoader()) ? Stream.of(OF_HIBERNATE) : Stream.of();
        return Stream.concat(OF_DATABASES.stream(), hibernate)
                .allMatch(ConditionEvaluationReport.get(beans).getExclusions()::contains);
    }
}
