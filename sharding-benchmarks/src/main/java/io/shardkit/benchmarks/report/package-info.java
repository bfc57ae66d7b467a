/** From JMH's results to the page that shows them. It imports Jackson and the JDK only. */
@NullMarked
package io.shardkit.benchmarks.report;

import org.jspecify.annotations.NullMarked;
