/**
 * Rows in memory, read by JDBC's getters.
 * Imports the layers up to {@code dialect}.
 */
@NullMarked
package io.shardkit.merge.memory;

import org.jspecify.annotations.NullMarked;
