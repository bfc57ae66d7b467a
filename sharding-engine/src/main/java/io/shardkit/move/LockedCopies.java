package io.shardkit.move;

import io.shardkit.execute.Databases;
import io.shardkit.membership.CopyGuard;
import io.shardkit.move.table.TableCopy;
import io.shardkit.rule.RuleText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;

/**
 * Locks and compares the copies of broadcast tables while an instance decides a rule at its start. Immutable.
 *
 * @param databases of the instance
 */
@API(status = API.Status.INTERNAL)
public record LockedCopies(Databases databases) implements CopyGuard {

    @Override
    public String deciding(RuleText before, RuleText next, Runnable decision) throws SQLException {
        // Nothing is written from now on where the rule does not lead any more, and the instance may not reach it.
        List<String> models = before.dataSources().stream()
                .filter(next.dataSources()::contains)
                .toList();
        Set<String> copied = new TreeSet<>(before.broadcastTables());
        copied.retainAll(next.broadcastTables());
        UnitTables tables = new UnitTables(
                databases.dialect(),
                name -> databases.dataSources().get(databases.names().indexOf(name)),
                rule -> {
                    throw new IllegalStateException("no rule is needed to compare copies");
                });
        JoiningCopies copies = new JoiningCopies(
                tables, "", models, before.joining(next), models.isEmpty() ? Set.of() : copied, List.of());
        List<String> holders = new ArrayList<>();
        try (TableCopy.Locks locks = new TableCopy.Locks(databases.dialect())) {
            String why = copies.lock(locks, holders);
            if (why.isEmpty()) {
                why = String.join("; ", copies.differences());
            }
            if (why.isEmpty()) {
                decision.run();
            }
            return holders.isEmpty() ? why : why + ", held by " + holders;
        }
    }
}
