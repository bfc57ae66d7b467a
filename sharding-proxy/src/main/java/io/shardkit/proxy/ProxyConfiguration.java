package io.shardkit.proxy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import javax.net.ssl.SSLContext;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of the server. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ProxyProperties.class)
class ProxyConfiguration {

    @Bean
    static BackendDefaults backendDefaults() {
        return new BackendDefaults();
    }

    @Bean
    ProxyLifecycle proxyLifecycle(
            ProxyProperties properties, ObjectProvider<DataSource> dataSource, ObjectProvider<SslBundles> bundles) {
        return new ProxyLifecycle(
                properties, dataSource.getIfAvailable(), tls(properties.ssl().bundle(), bundles));
    }

    private static @Nullable SSLContext tls(@Nullable String bundle, ObjectProvider<SslBundles> bundles) {
        if (bundle == null) {
            return null;
        }
        try {
            return bundles.getObject().getBundle(bundle).createSslContext();
        } catch (NoSuchSslBundleException unknown) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "sharding.proxy.ssl.bundle", String.valueOf(unknown.getMessage()));
        }
    }

    @Bean
    MeterBinder proxyConnections(ProxyLifecycle lifecycle) {
        return registry -> Gauge.builder("sharding.proxy.connections", lifecycle, ProxyLifecycle::connections)
                .description("Clients that are connected")
                .register(registry);
    }
}
