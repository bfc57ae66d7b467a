package io.shardkit.plan.unique;

import io.shardkit.plan.ShardCall;
import java.util.List;

/**
 * A question for rows with unique keys.
 *
 * @param call answers with a row for each such row: the position of what it was found by
 * @param places by position, where it was found
 */
public record KeyLook(ShardCall call, List<KeyPlace> places) {
    public KeyLook {
        places = List.copyOf(places);
    }
}
