/**
 * What each method of JDBC gives through the engine, compared with what the driver itself gives on one unsharded
 * database with the same rows.
 */
@NullMarked
package io.shardkit.conformance;

import org.jspecify.annotations.NullMarked;
