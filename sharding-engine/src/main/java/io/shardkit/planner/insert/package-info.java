/**
 * Plans INSERT and upserts: rows to units, keys, uniqueness.
 * Imports {@code planner.gather} and what is below.
 */
@NullMarked
package io.shardkit.planner.insert;

import org.jspecify.annotations.NullMarked;
