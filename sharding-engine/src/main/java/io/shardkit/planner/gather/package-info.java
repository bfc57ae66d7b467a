/**
 * Plans which rows to gather in one place.
 * Imports {@code planner.analysis} and what is below.
 */
@NullMarked
package io.shardkit.planner.gather;

import org.jspecify.annotations.NullMarked;
