/**
 * Facts of one statement: its tables, keys, equal columns, where it is routed.
 * Imports {@code plan} and what is below.
 */
@NullMarked
package io.shardkit.planner.analysis;

import org.jspecify.annotations.NullMarked;
