/**
 * Runs statements: by code that knows where the rows lie, through Shardkit, or through another framework, all over the
 * same pools and tables. The lab's workloads and the benchmarks use it.
 */
@NullMarked
package io.shardkit.lab.subject;

import org.jspecify.annotations.NullMarked;
