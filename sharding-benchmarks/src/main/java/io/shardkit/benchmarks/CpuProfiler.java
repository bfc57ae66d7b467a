package io.shardkit.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds the processor time of an operation, in all threads of the measured JVM. Where other processes take the processors
 * away it says more than the clock.
 */
public final class CpuProfiler implements InternalProfiler {
    /** The name of the result. */
    static final String RESULT = "cpu.time.norm";

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long before;

    @Override
    public String getDescription() {
        return "Processor time of an operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = system.getProcessCpuTime();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double micros = (system.getProcessCpuTime() - before) / 1000.0;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(RESULT, micros / operations, "us/op", AggregationPolicy.AVG));
    }
}
