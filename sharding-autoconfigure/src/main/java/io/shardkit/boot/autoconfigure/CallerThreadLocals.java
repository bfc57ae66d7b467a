package io.shardkit.boot.autoconfigure;

import io.micrometer.context.ContextSnapshotFactory;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.util.ClassUtils;

/**
 * An executor whose tasks see what the thread that gave them has in its thread locals: SLF4J's MDC, and with Micrometer's
 * context propagation on the class path whatever has an accessor there, such as the current observation and Spring
 * Security's context. Afterwards a thread has what it had before. Thread-safe.
 */
final class CallerThreadLocals {
    private static final boolean MICROMETER = ClassUtils.isPresent(
            "io.micrometer.context.ContextSnapshotFactory", CallerThreadLocals.class.getClassLoader());

    private CallerThreadLocals() {}

    static Executor around(Executor executor) {
        Executor withLogs = task -> executor.execute(withLogs(task, MDC.getCopyOfContextMap()));
        return MICROMETER ? Micrometer.around(withLogs) : withLogs;
    }

    private static Runnable withLogs(Runnable task, @Nullable Map<String, String> callers) {
        if (callers == null || callers.isEmpty()) {
            return task;
        }
        return () -> {
            Map<String, String> before = MDC.getCopyOfContextMap();
            MDC.setContextMap(callers);
            try {
                task.run();
            } finally {
                if (before == null) {
                    MDC.clear();
                } else {
                    MDC.setContextMap(before);
                }
            }
        };
    }

    /** Loaded only where its library is there. */
    private static final class Micrometer {
        static Executor around(Executor executor) {
            ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder().build();
            return task -> executor.execute(snapshots.captureAll().wrap(task));
        }
    }
}
