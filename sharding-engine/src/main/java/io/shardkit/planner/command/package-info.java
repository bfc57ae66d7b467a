/**
 * Plans statements that no key routes: SET, SHOW, EXPLAIN, transactions, DDL.
 * Imports {@code planner.analysis} and {@code planner.broadcast}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.command;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
