package io.shardkit.boot.autoconfigure;

import io.shardkit.boot.imports.ShardingImport;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** The import of a configuration from elsewhere, for contexts that no SpringApplication made an environment for. */
final class Imports {
    private Imports() {}

    /** Imports what has not been imported yet. */
    static void apply(Environment environment) {
        if (environment instanceof ConfigurableEnvironment configurable) {
            ShardingImport.apply(configurable);
        }
    }
}
