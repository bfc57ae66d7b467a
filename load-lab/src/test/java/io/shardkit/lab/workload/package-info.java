/** Tests of the workloads, on databases in memory. */
@NullMarked
package io.shardkit.lab.workload;

import org.jspecify.annotations.NullMarked;
