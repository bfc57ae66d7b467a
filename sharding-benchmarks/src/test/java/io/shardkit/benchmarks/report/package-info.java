/** Tests of the report. */
@NullMarked
package io.shardkit.benchmarks.report;

import org.jspecify.annotations.NullMarked;
