/**
 * Generators of primary keys. Imports the packages up to {@code algorithm}.
 */
@NullMarked
package io.shardkit.keygen;

import org.jspecify.annotations.NullMarked;
