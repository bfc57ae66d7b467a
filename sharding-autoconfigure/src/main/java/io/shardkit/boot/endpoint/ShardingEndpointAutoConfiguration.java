package io.shardkit.boot.endpoint;

import io.shardkit.boot.autoconfigure.ShardPools;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingProperties;
import io.shardkit.boot.autoconfigure.StartPlaces;
import io.shardkit.export.TableExport;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MoveReport;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} of the endpoints {@code sharding}, {@code shardingmoves}, {@code shardingheat},
 * {@code shardingstatements} and {@code shardingexport}, and of what {@code info} says.
 */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnSingleCandidate(ShardingDataSource.class)
public final class ShardingEndpointAutoConfiguration {

    /** Configures the endpoint and its counting; without the endpoint nothing is counted for it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(ShardingEndpoint.class)
    static class Available {
        @Bean
        @ConditionalOnMissingBean
        StatementCounts shardingStatementCounts(ObjectProvider<ShardingDataSource> dataSource) {
            return new StatementCounts(sql -> dataSource.getObject().withoutValues(sql));
        }

        @Bean
        @ConditionalOnMissingBean
        ShardingEndpoint shardingEndpoint(
                ShardingDataSource dataSource,
                StatementCounts counts,
                ShardingProperties properties,
                BeanFactory beans) {
            return new ShardingEndpoint(
                    dataSource,
                    counts,
                    () -> ShardPools.of(properties, dataSource.rule(), beans),
                    properties.endpoint().explain());
        }
    }

    /** Configures the endpoint of moves. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(ShardingMovesEndpoint.class)
    @RegisterReflectionForBinding({
        ShardingMovesEndpoint.Accepted.class,
        ShardingMovesEndpoint.Refused.class,
        MoveReport.class
    })
    static class MovesAvailable {
        @Bean
        @ConditionalOnMissingBean
        ShardingMovesEndpoint shardingMovesEndpoint(ShardingDataSource dataSource) {
            return new ShardingMovesEndpoint(dataSource);
        }
    }

    /** Configures the endpoint of the traffic. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(ShardingHeatEndpoint.class)
    static class HeatAvailable {
        @Bean
        @ConditionalOnMissingBean
        ShardingHeatEndpoint shardingHeatEndpoint(ShardingDataSource dataSource) {
            return new ShardingHeatEndpoint(dataSource);
        }
    }

    /** Configures the endpoint of the statistics of statements. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(ShardingStatementsEndpoint.class)
    static class StatementsAvailable {
        @Bean
        @ConditionalOnMissingBean
        ShardingStatementsEndpoint shardingStatementsEndpoint(ShardingDataSource dataSource) {
            return new ShardingStatementsEndpoint(dataSource);
        }
    }

    /** Configures the endpoint of what other engines read. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(ShardingExportEndpoint.class)
    static class ExportAvailable {
        @Bean
        @ConditionalOnMissingBean
        ShardingExportEndpoint shardingExportEndpoint(
                ShardingDataSource dataSource, ShardingProperties properties, BeanFactory beans) {
            return new ShardingExportEndpoint(
                    () -> TableExport.of(dataSource, ShardPools.of(properties, dataSource.rule(), beans)));
        }
    }

    @Bean
    StartPlaces shardingEndpointPlaces(ObjectProvider<PathMappedEndpoints> web, Environment environment) {
        return new EndpointPlaces(web, environment);
    }

    @Bean
    @ConditionalOnEnabledInfoContributor("sharding")
    @ConditionalOnMissingBean(name = "shardingInfoContributor")
    InfoContributor shardingInfoContributor(ShardingDataSource dataSource) {
        return new ShardingInfoContributor(dataSource);
    }
}
