/**
 * Result sets and their columns.
 * Imports {@code execute} and what is below.
 */
@NullMarked
package io.shardkit.jdbc.result;

import org.jspecify.annotations.NullMarked;
