/**
 * Statements as data, with what is expected of each.
 * Imports {@code differential.fixture}.
 */
@NullMarked
package io.shardkit.differential.corpus;

import org.jspecify.annotations.NullMarked;
