/**
 * Measures the time of single things, such as scatters and gathers beside one table, or statements that are observed:
 * printed, not compared with a bound.
 */
@NullMarked
package io.shardkit.benchmarks.speed;

import org.jspecify.annotations.NullMarked;
