/**
 * Each statement and each commit of a write made to fail in turn.
 * Imports {@code differential.fixture}.
 */
@NullMarked
package io.shardkit.differential.atomicity;

import org.jspecify.annotations.NullMarked;
