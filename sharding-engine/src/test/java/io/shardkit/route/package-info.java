/**
 * Proves that no unit which holds a wanted row is left out. Imports what {@code io.shardkit.route} may import, and JUnit.
 */
@NullMarked
package io.shardkit.route;

import org.jspecify.annotations.NullMarked;
