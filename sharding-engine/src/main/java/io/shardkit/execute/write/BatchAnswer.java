package io.shardkit.execute.write;

import io.shardkit.execute.driver.KeySource;
import org.jspecify.annotations.Nullable;

/**
 * The result of a batch.
 *
 * @param counts for each entry
 * @param keys of the rows of all entries, or null if there was none
 */
public record BatchAnswer(long[] counts, @Nullable KeySource keys) {}
