package io.shardkit.sql.statement;

import org.jspecify.annotations.Nullable;

/**
 * One SELECT with its own FROM, or the FROM and WHERE of an UPDATE or DELETE.
 *
 * @param from its tables, or null if it has none
 * @param where its WHERE
 */
public record Block(@Nullable From from, Condition where) {}
