/**
 * Proves that tables move whole while they are written. Imports what {@code io.shardkit.move.table} may import, and JUnit.
 */
@NullMarked
package io.shardkit.move.table;

import org.jspecify.annotations.NullMarked;
