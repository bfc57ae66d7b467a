/**
 * Plans statements on tables that have lookup tables.
 * Imports {@code planner.write} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.lookup;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
