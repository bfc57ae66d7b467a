package io.shardkit.console;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Registers the files of the pages, which a native image leaves out otherwise. */
final class ConsoleRuntimeHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources()
                .registerPattern("io/shardkit/console/*")
                .registerPattern("META-INF/maven/org.webjars.npm/uplot/pom.properties")
                .registerPattern("META-INF/resources/webjars/uplot/**");
    }
}
