/**
 * Moves one actual table from a database to another one while it is written: check, target table, journal, copy, follow,
 * verify and fence, each a step of its own that may be broken off at any statement and begun again by another process.
 * Imports {@code execute.watch} and what {@code catalog} may import.
 */
@NullMarked
@API(status = API.Status.INTERNAL)
package io.shardkit.move.table;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
