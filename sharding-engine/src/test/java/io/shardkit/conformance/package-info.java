/** Comparison of each JDBC method through the engine with the driver itself on one unsharded database with the same rows. */
@NullMarked
package io.shardkit.conformance;

import org.jspecify.annotations.NullMarked;
