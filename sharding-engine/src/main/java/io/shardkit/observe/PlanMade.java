package io.shardkit.observe;

import io.shardkit.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A text was planned that had no plan yet.
 *
 * @param sql the text, or its shape with {@code ?} for literals
 * @param operation what it does
 * @param refusal why it is refused whatever its parameters, or null if it is not
 * @param nanos how long it took
 */
public record PlanMade(String sql, Operation operation, @Nullable ErrorCode refusal, long nanos) {}
