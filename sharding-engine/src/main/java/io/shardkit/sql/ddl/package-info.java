/**
 * Reads DDL, by its tokens.
 * Imports {@code sql.text} and {@code sql.statement}.
 */
@NullMarked
package io.shardkit.sql.ddl;

import org.jspecify.annotations.NullMarked;
