/**
 * From the parser's tree to facts; the only package that imports Druid.
 * Imports the rooms of {@code sql} before it.
 */
@NullMarked
package io.shardkit.sql.read;

import org.jspecify.annotations.NullMarked;
