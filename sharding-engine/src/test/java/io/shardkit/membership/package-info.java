/**
 * Proves that instances keep to one rule. Imports what {@code io.shardkit.membership} may import, and JUnit.
 */
@NullMarked
package io.shardkit.membership;

import org.jspecify.annotations.NullMarked;
