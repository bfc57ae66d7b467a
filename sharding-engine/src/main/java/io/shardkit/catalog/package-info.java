/**
 * Columns, types and keys of the logical tables as the databases report them. Imports the packages up to {@code rule}.
 */
@NullMarked
package io.shardkit.catalog;

import org.jspecify.annotations.NullMarked;
