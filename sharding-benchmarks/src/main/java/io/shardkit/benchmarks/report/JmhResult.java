package io.shardkit.benchmarks.report;

/**
 * One workload by one subject in one round.
 *
 * @param workload where and with how many threads
 * @param subject who ran it
 * @param round the number of the round
 * @param micros time of an operation in one thread
 * @param bytes allocated by an operation, in all threads
 * @param processorMicros processor time of an operation, in all threads
 */
record JmhResult(Place workload, String subject, int round, double micros, double bytes, double processorMicros) {

    /**
     * A workload on a kind of database.
     *
     * @param database in lower case
     * @param threads how many at the same time
     * @param name of the workload
     */
    record Place(String database, int threads, String name) {}
}
