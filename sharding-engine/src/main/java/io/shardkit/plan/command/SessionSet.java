package io.shardkit.plan.command;

import io.shardkit.plan.BoundCommand;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.sql.statement.Setting;
import java.util.Map;

/**
 * A SET of the connection's state: of all that it has and will have.
 *
 * @param dataSource whose connection is opened if there is none
 * @param settings a statement for each variable, by its name
 * @param local whether it ends with the open transaction
 */
public record SessionSet(int dataSource, Map<String, Setting> settings, boolean local) implements BoundCommand {
    @Override
    public Fanout fanout() {
        return Fanout.NONE;
    }

    @Override
    public void describe(Explanation to) {
        to.way("connection");
        to.answer();
    }
}
