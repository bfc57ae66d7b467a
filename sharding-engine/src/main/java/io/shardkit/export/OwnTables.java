package io.shardkit.export;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.membership.Membership;
import io.shardkit.move.MoveState;
import io.shardkit.options.RuleStore;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.UsedNames;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The tables of the default data source that are Shardkit's own, and the copies that moves keep. Immutable. */
final class OwnTables {
    private static final String USUAL = "sharding_";

    private final Set<String> ofStore;
    private final UsedNames actual;
    private final String home;
    private final List<String> moves;

    /** Reads the rules and the moves from the rule store. */
    OwnTables(ShardingDataSource logical) throws SQLException {
        Membership membership = logical.unwrap(Membership.class);
        RuleStore store = membership.settings();
        this.ofStore = Set.of(folded(store.ruleTable()), folded(store.memberTable()));
        this.actual = new UsedNames(membership.allRules());
        this.home = logical.rule().defaultDataSource();
        this.moves = logical.moves().list().stream().map(MoveState::id).toList();
    }

    /** Returns true for the usual names of the tables of keys, members, the traffic and the like. */
    static boolean isOne(String table) {
        return table.toLowerCase(Locale.ROOT).startsWith(USUAL);
    }

    /** Returns true for Shardkit's own tables, actual tables of earlier rules, and what moves have made. */
    boolean contains(String table) {
        String folded = folded(table);
        return isOne(folded)
                || ofStore.contains(folded)
                || actual.isKnown(home + "." + folded)
                || moves.stream().anyMatch(folded::contains);
    }

    private static String folded(String table) {
        return ActualName.withinSchema(table).toLowerCase(Locale.ROOT);
    }
}
