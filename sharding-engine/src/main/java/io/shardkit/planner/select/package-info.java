/**
 * Plans queries, and how the answers of several units are merged.
 * Imports {@code planner.gather} and what is below.
 */
@NullMarked
package io.shardkit.planner.select;

import org.jspecify.annotations.NullMarked;
