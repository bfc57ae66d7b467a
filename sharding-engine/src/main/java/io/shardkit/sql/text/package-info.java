/**
 * SQL text as tokens, and places in it.
 * Imports the layers up to {@code catalog}.
 */
@NullMarked
package io.shardkit.sql.text;

import org.jspecify.annotations.NullMarked;
