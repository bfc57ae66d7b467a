/**
 * Tests of how SQL is read: the engine side by side with the databases, over mutated statements. Imports {@code
 * differential.fixture} and {@code differential.generated}.
 */
@NullMarked
package io.shardkit.differential.lexical;

import org.jspecify.annotations.NullMarked;
