/**
 * Runs UPDATEs that assign sharding columns: finds and locks the rows, and carries those that belong elsewhere then.
 * Imports {@code execute.scatter}, {@code execute.gather} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.move;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
