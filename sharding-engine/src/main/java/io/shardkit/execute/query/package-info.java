/**
 * Runs queries over several units: merged, gathered, or answered by the session.
 * Imports {@code execute.gather} and what is below.
 */
@NullMarked
package io.shardkit.execute.query;

import org.jspecify.annotations.NullMarked;
