/** The databases that are measured on, their pools and their tables. It imports JDBC, Hikari and the servers only. */
@NullMarked
package io.shardkit.benchmarks.database;

import org.jspecify.annotations.NullMarked;
