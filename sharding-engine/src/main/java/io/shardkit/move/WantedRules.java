package io.shardkit.move;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.membership.Membership;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.PlacedKey;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the wanted rules of reshards: the configured one, and the present one with a change. Immutable. */
final class WantedRules {
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^a-z0-9_]+");
    private static final int LONGEST_ENDING = 24;

    private final Membership membership;

    WantedRules(Membership membership) {
        this.membership = membership;
    }

    /** Returns the tables that lie otherwise than the configured wanted rule says. */
    List<WantedTable> tables() {
        ShardMap wanted = membership.wanted();
        if (wanted == null) {
            return List.of();
        }
        RuleText now = RuleText.of(membership.newestRule());
        RuleText then = RuleText.of(wanted);
        return membership.tablesToChange(now).stream()
                .map(table -> new WantedTable(table, now.inWords(table), then.inWords(table)))
                .toList();
    }

    ReshardRequest configured(Collection<String> named) throws SQLException {
        ShardMap wanted = membership.wanted();
        if (wanted == null) {
            throw refused("no rule is wanted: say what tables are to become under sharding.next, as in"
                    + " sharding.next.tables.t_order.actual-data-nodes");
        }
        Set<String> changing = membership.tablesToChange(RuleText.of(membership.newestRule()));
        Set<String> tables = new TreeSet<>();
        for (String name : named) {
            String table = name.trim().toLowerCase(Locale.ROOT);
            if (!changing.contains(table)) {
                throw refused("table " + table + " is where sharding.next says already, or is not named there; "
                        + (changing.isEmpty() ? "no table differs" : "those that differ are " + changing));
            }
            tables.add(table);
        }
        if (changing.isEmpty()) {
            throw refused("all tables are where sharding.next says");
        }
        return ReshardRequest.of(wanted, tables.isEmpty() ? changing : tables);
    }

    /**
     * Returns a request to place the rows with one sharding value in units of their own, those of bound tables too.
     *
     * @param name of the actual table; null for one that is made of the key
     */
    ReshardRequest isolating(String table, String key, String to, @Nullable String name) throws SQLException {
        ShardMap rule = membership.newestRule();
        List<RoutedTable> group = group(rule, table);
        String first = group.get(0).name();
        if (name != null && !name.startsWith(first + "_")) {
            throw refused("the name " + name + " does not begin with " + first
                    + "_, from which the names of the bound tables are made: choose one as " + first + "_vip");
        }
        String ending = name == null ? freeEnding(group, key, to) : name.substring(first.length());
        RuleText text = RuleText.of(rule);
        for (RoutedTable each : group) {
            for (PlacedKey placed : each.placedKeys()) {
                if (placed.key().equals(key)) {
                    throw refused("the rows of " + each + " with the key '" + key + "' lie in " + placed.unit()
                            + " already: move that unit, or have the algorithm place the key again");
                }
            }
            text = text.withPlacedKey(each.name(), new PlacedKey(key, to + "." + each.name() + ending));
        }
        return request(text.withDataSource(to), first);
    }

    /** Returns a request to have the algorithm place the rows with one sharding value again. */
    ReshardRequest releasing(String table, String key) throws SQLException {
        ShardMap rule = membership.newestRule();
        List<RoutedTable> group = group(rule, table);
        RuleText text = RuleText.of(rule);
        for (RoutedTable each : group) {
            List<String> keys = each.placedKeys().stream().map(PlacedKey::key).toList();
            if (!keys.contains(key)) {
                throw refused("the key '" + key + "' of " + each + " has no unit of its own"
                        + (keys.isEmpty() ? "" : "; those that have are " + keys));
            }
            text = text.withoutPlacedKey(each.name(), key);
        }
        return request(text, group.get(0).name());
    }

    private ReshardRequest request(RuleText text, String table) throws SQLException {
        try {
            return ReshardRequest.of(membership.next(text), List.of(table));
        } catch (ShardingConfigurationException failure) {
            throw refused(failure.detail());
        }
    }

    /** Returns the named table, and those that are bound with it. */
    private static List<RoutedTable> group(ShardMap rule, String name) throws SQLException {
        String wanted = name.trim().toLowerCase(Locale.ROOT);
        RoutedTable table = rule.shardedTable(wanted);
        if (table == null) {
            throw refused("'" + name + "' is not a sharded table");
        }
        List<RoutedTable> group = new ArrayList<>(List.of(table));
        rule.boundWith(table).stream()
                .filter(each -> !each.name().equals(table.name()))
                .forEach(group::add);
        return group;
    }

    private static String freeEnding(List<RoutedTable> group, String key, String to) {
        String readable = NOT_IN_NAMES.matcher(key.toLowerCase(Locale.ROOT)).replaceAll("_");
        String ending = "_k" + readable.substring(0, Math.min(LONGEST_ENDING, readable.length()));
        String free = ending;
        for (int i = 2; isTaken(group, to, free); i++) {
            free = ending + "_" + i;
        }
        return free;
    }

    private static boolean isTaken(List<RoutedTable> group, String to, String ending) {
        for (RoutedTable table : group) {
            for (int unit = 0; unit < table.declared().unitCount(); unit++) {
                String declared = table.declared().declaredNode(unit).toString();
                int dot = declared.indexOf('.');
                String actual = ActualName.withinSchema(declared.substring(dot + 1));
                if (declared.startsWith(to + ".") && actual.equalsIgnoreCase(table.name() + ending)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static SQLException refused(String why) {
        return ShardingExceptions.of(ErrorCode.MOVE_REFUSED, why);
    }
}
