/**
 * Plans queries, and how the answers of several units are merged.
 * Imports {@code planner.gather} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.select;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
