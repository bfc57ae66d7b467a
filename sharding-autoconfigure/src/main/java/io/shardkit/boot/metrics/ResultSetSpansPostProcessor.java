package io.shardkit.boot.metrics;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Leaves out what datasource-micrometer makes of result sets, unless the application says what it wants. It makes the span
 * of a result set the current one of the thread from its first row until it is closed. The first rows of merged results are
 * read before their statement ends, so that the statement's span would be the current one for ever after.
 */
final class ResultSetSpansPostProcessor implements EnvironmentPostProcessor, Ordered {
    private static final Map<String, Object> DEFAULTS = Map.of("jdbc.includes", "connection,query");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        boolean isThere = ClassUtils.isPresent(ObservedPools.LIBRARY, application.getClassLoader());
        if (isThere
                && Binder.get(environment)
                        .bind("sharding", Bindable.mapOf(String.class, Object.class))
                        .isBound()) {
            environment.getPropertySources().addLast(new MapPropertySource("shardingResultSetSpans", DEFAULTS));
        }
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
