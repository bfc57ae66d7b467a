/**
 * What is measured: workloads for JMH, each by hand and through a logical data source, and the command that runs them.
 * It may import {@code database}, {@code subject} and JMH.
 */
@NullMarked
package io.shardkit.benchmarks;

import org.jspecify.annotations.NullMarked;
