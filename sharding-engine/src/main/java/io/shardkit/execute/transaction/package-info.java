/**
 * A transaction over several databases: commit, rollback, savepoints.
 * Imports {@code execute} and what is below.
 */
@NullMarked
package io.shardkit.execute.transaction;

import org.jspecify.annotations.NullMarked;
