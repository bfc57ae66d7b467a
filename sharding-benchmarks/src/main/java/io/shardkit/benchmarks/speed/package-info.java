/**
 * How long scatters and gathers take, beside one table and beside the same done by hand: printed, not compared with a bound.
 */
@NullMarked
package io.shardkit.benchmarks.speed;

import org.jspecify.annotations.NullMarked;
