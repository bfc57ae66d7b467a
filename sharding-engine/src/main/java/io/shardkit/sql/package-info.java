/**
 * From a text to what is known of it.
 * Imports its rooms and the layers up to {@code catalog}.
 */
@NullMarked
package io.shardkit.sql;

import org.jspecify.annotations.NullMarked;
