/** The databases that are measured on, and their tables. It imports JDBC, the servers and the load lab's pools only. */
@NullMarked
package io.shardkit.benchmarks.database;

import org.jspecify.annotations.NullMarked;
