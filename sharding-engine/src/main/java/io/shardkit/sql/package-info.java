/**
 * SQL text: parsed into facts, edited by spans; the only package that imports Druid. Imports the packages up to {@code catalog}.
 */
@NullMarked
package io.shardkit.sql;

import org.jspecify.annotations.NullMarked;
