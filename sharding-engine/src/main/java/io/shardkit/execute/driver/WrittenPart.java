package io.shardkit.execute.driver;

import org.jspecify.annotations.Nullable;

/** What one call of a write did, and the driver's keys if they were asked for. */
public record WrittenPart(long count, @Nullable GeneratedKeyRows keys) {}
