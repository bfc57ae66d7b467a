/**
 * Runs writes, one by one or in batches, and what changes the session; makes one answer of what units answer.
 * Imports {@code execute.query}, {@code execute.gather} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.write;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
