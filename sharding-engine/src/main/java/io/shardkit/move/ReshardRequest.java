package io.shardkit.move;

import io.shardkit.rule.ShardingRule;
import java.util.Collection;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A wish to have the rows of tables where another rule has them. Immutable.
 *
 * @param wanted a rule that says how the tables are to be; what it says of others makes no difference
 * @param tables the tables whose rows move, those that are bound with them included, by the present rule and by the wanted
 *     one; they may be sharded, or on one data source
 * @param switchByHand whether the switch waits for {@link Moves#switchNow}, when all rows are where they are to be
 * @param rowsPerSecond the most rows that are copied in a second from each data source; 0 to go by the time that it takes to
 *     answer
 */
@API(status = API.Status.EXPERIMENTAL)
public record ReshardRequest(ShardingRule wanted, List<String> tables, boolean switchByHand, long rowsPerSecond) {

    /** Copies the list. */
    public ReshardRequest {
        tables = List.copyOf(tables);
        if (tables.isEmpty()) {
            throw new IllegalArgumentException("A reshard needs at least one table, as t_order");
        }
        if (rowsPerSecond < 0) {
            throw new IllegalArgumentException("The rows per second must not be negative: " + rowsPerSecond);
        }
    }

    /** A reshard that switches by itself, and copies as fast as the data sources allow. */
    public static ReshardRequest of(ShardingRule wanted, Collection<String> tables) {
        return new ReshardRequest(wanted, List.copyOf(tables), false, 0);
    }

    /** The same, which waits for {@link Moves#switchNow}. */
    public ReshardRequest switchedByHand() {
        return new ReshardRequest(wanted, tables, true, rowsPerSecond);
    }

    /** The same, with a limit of its speed. */
    public ReshardRequest atMost(long rows) {
        return new ReshardRequest(wanted, tables, switchByHand, rows);
    }
}
