/** Tests that the benchmarks measure right answers, and that their report says what was measured. */
@NullMarked
package io.shardkit.benchmarks;

import org.jspecify.annotations.NullMarked;
