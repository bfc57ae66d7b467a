/**
 * Measures the time of single things, such as commits on two databases or statements that are observed: printed, not
 * compared with a bound.
 */
@NullMarked
package io.shardkit.benchmarks.speed;

import org.jspecify.annotations.NullMarked;
