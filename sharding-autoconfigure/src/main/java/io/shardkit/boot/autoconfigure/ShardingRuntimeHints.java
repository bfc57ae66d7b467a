package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/** Registers the reflection that a native image needs: the properties, and the pools that settings are bound to. */
final class ShardingRuntimeHints implements RuntimeHintsRegistrar {
    /** The resources in which Druid's parser looks for the names of functions, types and key words. */
    private static final String PARSER = "META-INF/druid/parser/**";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindableRuntimeHintsRegistrar.forTypes(ShardingProperties.class, HikariDataSource.class)
                .registerHints(hints);
        hints.reflection().registerType(ReadOnlyServers.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        hints.proxies().registerJdkProxy(DatabaseMetaData.class).registerJdkProxy(ResultSet.class);
        hints.resources().registerPattern(PARSER).registerPattern(StartSummary.VERSION);
    }
}
