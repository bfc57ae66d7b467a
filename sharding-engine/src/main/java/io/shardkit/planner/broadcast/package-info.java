/**
 * Plans writes of broadcast tables, all of whose copies stay equal, and generated keys of tables that are not sharded.
 * Imports {@code planner.write} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.broadcast;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
