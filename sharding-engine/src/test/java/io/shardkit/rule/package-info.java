/**
 * Proves the description of what is sharded. Imports what {@code io.shardkit.rule} may import, and JUnit.
 */
@NullMarked
package io.shardkit.rule;

import org.jspecify.annotations.NullMarked;
