package io.shardkit.execute.write;

import io.shardkit.execute.driver.KeySource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a write did that answers with a count.
 *
 * @param keys of all its rows, if the framework made or knows them
 * @param firstMade the first that the framework made, or null if it made none
 * @param reported those of the drivers if they are the answer, or null
 */
record Written(long count, List<Object> keys, @Nullable Object firstMade, @Nullable KeySource reported) {}
