package io.shardkit.execute.driver;

import org.jspecify.annotations.Nullable;

/** The result of one call of a write, and the driver's keys if they were asked for. */
public record WrittenPart(long count, @Nullable GeneratedKeyRows keys) {}
