/**
 * Facts of one statement: its tables, keys, equal columns, where it is routed.
 * Imports {@code plan} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.analysis;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
