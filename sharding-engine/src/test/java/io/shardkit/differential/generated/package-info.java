/**
 * Statements made at random.
 * Imports {@code differential.fixture}.
 */
@NullMarked
package io.shardkit.differential.generated;

import org.jspecify.annotations.NullMarked;
