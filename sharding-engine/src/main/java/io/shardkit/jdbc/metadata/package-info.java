/**
 * Questions about the database and its tables, answered in logical names.
 * Imports {@code execute} and what is below.
 */
@NullMarked
package io.shardkit.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
