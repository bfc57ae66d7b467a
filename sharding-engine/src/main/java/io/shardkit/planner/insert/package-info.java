/**
 * Plans INSERT and upserts: rows to units, keys, uniqueness.
 * Imports {@code planner.gather} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.insert;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
