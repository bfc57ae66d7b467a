/**
 * Writes of every kind, and the rows that they leave.
 * Imports {@code differential.fixture}.
 */
@NullMarked
package io.shardkit.differential.write;

import org.jspecify.annotations.NullMarked;
