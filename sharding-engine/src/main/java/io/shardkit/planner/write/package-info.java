/**
 * Plans UPDATE and DELETE, and writes of tables that are not sharded.
 * Imports {@code planner.gather} and what is below.
 */
@NullMarked
package io.shardkit.planner.write;

import org.jspecify.annotations.NullMarked;
