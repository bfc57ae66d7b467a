/**
 * Proves sharding algorithms and the normal form of keys. Imports what {@code io.shardkit.algorithm} may import, and JUnit.
 */
@NullMarked
package io.shardkit.algorithm;

import org.jspecify.annotations.NullMarked;
