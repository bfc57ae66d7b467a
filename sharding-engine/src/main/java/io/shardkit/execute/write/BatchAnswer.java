package io.shardkit.execute.write;

import io.shardkit.execute.driver.KeySource;
import org.jspecify.annotations.Nullable;

/**
 * What a batch did.
 *
 * @param counts for each entry
 * @param keys of the rows of all entries, or null if there was none
 */
public record BatchAnswer(long[] counts, @Nullable KeySource keys) {}
