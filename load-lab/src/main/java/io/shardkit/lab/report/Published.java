package io.shardkit.lab.report;

import org.jspecify.annotations.Nullable;

/**
 * A figure of another report beside ours. Both are ratios to the report's own direct baseline, because the machines
 * differ.
 *
 * @param what such as {@code point select, sharded, 20 threads}
 * @param source whose, with version and year
 * @param theirs their sharded figure divided by their direct one
 * @param ours the same of this run; null where it was not measured
 */
public record Published(String what, String source, double theirs, @Nullable Double ours) {}
