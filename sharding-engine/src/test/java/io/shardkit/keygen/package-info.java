/**
 * Proves generated keys. Imports what {@code io.shardkit.keygen} may import, and JUnit.
 */
@NullMarked
package io.shardkit.keygen;

import org.jspecify.annotations.NullMarked;
