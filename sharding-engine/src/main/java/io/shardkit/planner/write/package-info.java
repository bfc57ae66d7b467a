/**
 * Plans UPDATE and DELETE, and writes that read sharded tables.
 * Imports {@code planner.gather} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.write;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
