package io.shardkit.console;

import io.shardkit.boot.autoconfigure.ShardPools;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingProperties;
import io.shardkit.jdbc.ShardingDataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link AutoConfiguration Auto-configuration} of the console. It is there where {@code
 * management.endpoint.shardingconsole.access} allows it and the endpoint is exposed; else nothing is counted for it.
 */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnSingleCandidate(ShardingDataSource.class)
@ConditionalOnAvailableEndpoint(ConsoleEndpoint.class)
public final class ShardingConsoleAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Traffic shardingTraffic(ObjectProvider<ShardingDataSource> dataSource) {
        // Looked up once: it is made after its listeners, and asked at each call.
        SingletonSupplier<ShardingDataSource> known = SingletonSupplier.of(dataSource::getObject);
        return new Traffic(() -> known.obtain().rule());
    }

    @Bean
    @ConditionalOnMissingBean
    ConsoleEndpoint shardingConsoleEndpoint(
            ShardingDataSource dataSource,
            Traffic traffic,
            ShardingProperties properties,
            WebEndpointProperties endpoints,
            BeanFactory beans) {
        RowEstimates rows =
                new RowEstimates(() -> ShardPools.of(properties, dataSource.rule(), beans), dataSource::rule);
        return new ConsoleEndpoint(traffic, rows, endpoints.getPathMapping());
    }
}
