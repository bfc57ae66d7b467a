package io.shardkit.observe;

import java.util.List;

/**
 * New transactions on the tables of a move were held, and go on: the move was switched, or the attempt was undone with no
 * other effect.
 *
 * @param move the id of the move
 * @param undone whether the tables are where they were
 * @param nanos how long transactions were held
 * @param holders the sessions that held the tables, if that was the reason
 */
public record SwitchEnded(String move, boolean undone, long nanos, List<String> holders) {
    /** Copies the list. */
    public SwitchEnded {
        holders = List.copyOf(holders);
    }
}
