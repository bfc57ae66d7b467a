/** Counts the executions of statements by their shape: calls, rows, units and latencies, in bounded memory. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.statistics;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
