/**
 * The measured workloads for JMH, each by hand and through a logical data source, and the command that runs them. It may
 * import {@code database}, JMH, and the subjects and the workloads of the load lab.
 */
@NullMarked
package io.shardkit.benchmarks;

import org.jspecify.annotations.NullMarked;
