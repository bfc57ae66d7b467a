package io.shardkit.console;

import io.shardkit.boot.audit.ShardingAuditAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardPools;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingProperties;
import io.shardkit.jdbc.ShardingDataSource;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link AutoConfiguration Auto-configuration} of the console. It is there where {@code
 * management.endpoint.shardingconsole.access} allows it and the endpoint is exposed; else nothing is counted for it. It
 * shows the shards and moves or, while an application that is not sharded is audited, the audit.
 */
@AutoConfiguration(after = {ShardingAutoConfiguration.class, ShardingAuditAutoConfiguration.class})
@ConditionalOnAvailableEndpoint(ConsoleEndpoint.class)
@ImportRuntimeHints(ConsoleRuntimeHints.class)
public final class ShardingConsoleAutoConfiguration {
    private static final EndpointId MOVES = EndpointId.of("shardingmoves");

    /** The page of the shards. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSingleCandidate(ShardingDataSource.class)
    static class OfShards {
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
                EndpointAccessResolver access,
                Environment environment,
                BeanFactory beans) {
            Supplier<Map<String, DataSource>> pools = () -> ShardPools.of(properties, dataSource.rule(), beans);
            RowEstimates rows = new RowEstimates(pools, dataSource::rule);
            DatabaseFacts databases = new DatabaseFacts(pools);
            Instance instance = Instance.of(environment);
            return ConsoleEndpoint.ofShards(
                    access.accessFor(MOVES, Access.READ_ONLY) == Access.UNRESTRICTED,
                    Map.of(
                            "traffic", traffic::counts,
                            "history", traffic::history,
                            "rows", rows::ask,
                            "databases", databases::ask,
                            "codes", Code::all,
                            "instance", () -> instance),
                    endpoints.getPathMapping());
        }
    }

    /** The page of the audit. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("sharding.audit.enabled")
    static class OfAudit {
        @Bean
        @ConditionalOnMissingBean
        ConsoleEndpoint shardingAuditPage(WebEndpointProperties endpoints) {
            return ConsoleEndpoint.ofAudit(endpoints.getPathMapping());
        }
    }
}
