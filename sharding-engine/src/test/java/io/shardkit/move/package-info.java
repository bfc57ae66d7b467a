/**
 * Proves that tables move whole while they are written. Imports what {@code io.shardkit.move} may import, and JUnit.
 */
@NullMarked
package io.shardkit.move;

import org.jspecify.annotations.NullMarked;
