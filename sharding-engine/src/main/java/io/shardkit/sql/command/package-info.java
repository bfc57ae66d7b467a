/**
 * Reads statements that are known by their first words: SET, SHOW, EXPLAIN, transactions.
 * Imports {@code sql.text} and {@code sql.statement}.
 */
@NullMarked
package io.shardkit.sql.command;

import org.jspecify.annotations.NullMarked;
