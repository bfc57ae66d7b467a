/** From JMH's results to the page that shows them. It imports Jackson, the JDK and the load lab's report only. */
@NullMarked
package io.shardkit.benchmarks.report;

import org.jspecify.annotations.NullMarked;
