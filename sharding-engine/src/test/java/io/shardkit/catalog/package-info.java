/**
 * Proves what is known of columns. Imports what {@code io.shardkit.catalog} may import, and JUnit.
 */
@NullMarked
package io.shardkit.catalog;

import org.jspecify.annotations.NullMarked;
