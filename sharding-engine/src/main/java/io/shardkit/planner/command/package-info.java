/**
 * Plans statements that need no routing: SET, SHOW, EXPLAIN, transactions.
 * Imports {@code planner.analysis} and what is below.
 */
@NullMarked
package io.shardkit.planner.command;

import org.jspecify.annotations.NullMarked;
