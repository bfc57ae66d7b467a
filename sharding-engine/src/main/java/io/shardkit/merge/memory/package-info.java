/**
 * Rows in memory, read by JDBC's getters.
 * Imports the layers up to {@code dialect}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.merge.memory;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
