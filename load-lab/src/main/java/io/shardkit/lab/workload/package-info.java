/**
 * The workloads of the field's reports over JDBC, who is measured by them, and the command that runs them. It may import
 * {@code load}, {@code gate}, {@code template}, {@code subject} and {@code report}.
 */
@NullMarked
package io.shardkit.lab.workload;

import org.jspecify.annotations.NullMarked;
