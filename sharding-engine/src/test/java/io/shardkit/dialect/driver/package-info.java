/**
 * Proves the facts in which databases differ. Imports what {@code io.shardkit.dialect} may import, and JUnit.
 */
@NullMarked
package io.shardkit.dialect.driver;

import org.jspecify.annotations.NullMarked;
