package io.shardkit.execute.write;

import io.shardkit.execute.driver.KeySource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a write that answers with a count.
 *
 * @param keys the keys of all rows, if the framework made or knows them
 * @param firstMade the first key that the framework made, or null if it made none
 * @param reported the keys of the drivers if they are the answer, or null
 */
record Written(long count, List<Object> keys, @Nullable Object firstMade, @Nullable KeySource reported) {}
