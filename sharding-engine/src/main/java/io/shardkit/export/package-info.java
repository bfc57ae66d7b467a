/**
 * Writes the tables of a rule down for engines that read many databases as one: scripts with which DuckDB, Spark, Flink and
 * Trino see each logical table.
 */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package io.shardkit.export;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
