/**
 * Runs queries over several units: merged, gathered, or answered by the session.
 * Imports {@code execute.gather} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.query;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
