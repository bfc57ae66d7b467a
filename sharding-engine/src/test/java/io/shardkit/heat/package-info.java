/**
 * Proves that counts of the traffic keep to their bounds. Imports what {@code io.shardkit.heat} may import, and JUnit.
 */
@NullMarked
package io.shardkit.heat;

import org.jspecify.annotations.NullMarked;
