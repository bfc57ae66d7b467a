package io.shardkit.benchmarks;

/** The workloads that JMH finds. */
public final class WorkloadNames {
    private WorkloadNames() {}

    /** Their names, without those of their classes. */
    public static String[] all() {
        return Benchmarks.namesOfWorkloads(".*").stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .toArray(String[]::new);
    }
}
