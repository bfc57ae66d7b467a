package io.shardkit.membership;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.write.StoredEpoch;
import io.shardkit.rule.ShardMap;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs statements by the rule of the moment. Called by one thread at a time. */
public interface RuleFollower {

    /**
     * Opens the data sources that a rule needs which is announced, if they are not open.
     *
     * @throws ShardingConfigurationException if this instance lacks one, or cannot use it
     */
    void announce(ShardMap next);

    /** Gives up what was opened or made ready and not taken: no rule is to come. Does nothing if nothing was. */
    void withdraw();

    /** Returns true while transactions go on with data sources that have left the rule. */
    boolean isDraining();

    /**
     * Makes ready what a rule needs, while statements run by the one before.
     *
     * @return takes the rule, at once
     * @throws ShardingConfigurationException if this instance cannot run by it
     */
    Taking prepare(ShardMap next);

    /** Takes a rule that is ready, at once. */
    @FunctionalInterface
    interface Taking {
        /** @param stored the rule as it is stored; null if it is not */
        void take(@Nullable StoredEpoch stored);
    }

    /** Holds new transactions on some tables until {@link #release()}, for a time at most. */
    void hold(Set<String> tables, Duration longest);

    /** Lets transactions go on that were held; does nothing if none were. */
    void release();

    /** Answers no statement any more: the rule of this instance turned out to be another than that of the others. */
    void stop(ShardingConfigurationException difference);

    /** Holds commits over several data sources that begin from now on, for a time at most; again and again is as once. */
    void holdCommits(Duration longest);

    /** Returns true while commits over several data sources are held and none is under way. */
    boolean areCommitsStill();

    /** Lets commits go on that were held; does nothing if none were. */
    void releaseCommits();
}
