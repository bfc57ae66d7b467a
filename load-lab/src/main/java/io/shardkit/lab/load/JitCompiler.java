package io.shardkit.lab.load;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The compiler of this JVM. A load of many threads takes all processors and leaves it next to none: one method has taken it
 * 19 seconds, all of which look steady. So a load has to rest for its sake.
 */
final class JitCompiler {
    private static final long QUIET = Duration.ofMillis(400).toNanos();
    private static final long MOST = Duration.ofSeconds(10).toNanos();

    private JitCompiler() {}

    /** Returns the time that the compiler has worked since the JVM started, in milliseconds; 0 if the JVM does not tell. */
    static long millis() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler != null && compiler.isCompilationTimeMonitoringSupported()
                ? compiler.getTotalCompilationTime()
                : 0;
    }

    /** Waits until nothing has been compiled for 400 milliseconds, but no longer than ten seconds. */
    static void awaitIdle() {
        long start = System.nanoTime();
        long quietSince = start;
        long last = millis();
        long now = start;
        while (now - quietSince < QUIET
                && now - start < MOST
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(QUIET / 20);
            now = System.nanoTime();
            long total = millis();
            if (total != last) {
                last = total;
                quietSince = now;
            }
        }
    }
}
