package io.shardkit.boot.imports;

import io.shardkit.error.ShardingConfigurationException;
import org.apache.commons.logging.Log;
import org.springframework.aot.AotDetector;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/** Imports before anything reads the properties, after all files of the application. */
final class ShardingImportPostProcessor implements EnvironmentPostProcessor, Ordered {
    private final Log log;

    ShardingImportPostProcessor(DeferredLogFactory logs) {
        log = logs.getLog(ShardingImport.class);
    }

    /**
     * Imports the configuration. A part that cannot be taken stops the start later, when its failure analyzer is there;
     * but a start from code generated ahead of time has no such moment, so it fails here.
     */
    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        try {
            ShardingImport.apply(environment, log::warn);
        } catch (ShardingConfigurationException e) {
            if (AotDetector.useGeneratedArtifacts()) {
                throw e;
            }
        }
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
