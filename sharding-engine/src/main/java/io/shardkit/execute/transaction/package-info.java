/**
 * A transaction over several databases: what runs steps in one, commit, rollback, savepoints.
 * Imports {@code execute} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.transaction;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
