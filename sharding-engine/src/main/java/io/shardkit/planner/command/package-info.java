/**
 * Plans statements that need no routing: SET, SHOW, EXPLAIN, transactions.
 * Imports {@code planner.analysis} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.command;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
