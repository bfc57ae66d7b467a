package io.shardkit.rule;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import io.shardkit.options.TypedSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The differences between a stored rule and the configured one. Algorithms are compared by what they do: settings that
 * are written in another way, or left to their defaults, are no difference. Immutable.
 *
 * @param added tables of the configured rule that the stored one does not declare
 * @param kept tables of the stored rule that the configured one does not declare
 * @param extended tables of which it is said now where rows with negative keys lie, that are bound with more tables, or gain a lookup table which is kept but not asked, or which was
 *     kept and is asked from now on
 * @param changed for each table that lies elsewhere, or for another part of the rule, what differs
 */
@API(status = API.Status.INTERNAL)
public record RuleDifferences(Set<String> added, Set<String> kept, Set<String> extended, Map<String, String> changed) {
    /** Under which data sources stand that this instance has to have, whatever its rule was. */
    public static final String LACKING = "data-sources that are lacking";

    private static final int MOST_NODES = 3;

    /** Compares a stored rule with the configured one. */
    public static RuleDifferences of(RuleText stored, ShardMap configured, AlgorithmRegistry types) {
        RuleText own = RuleText.of(configured);
        Set<String> added = new TreeSet<>();
        Set<String> kept = new TreeSet<>();
        Set<String> extended = new TreeSet<>();
        Map<String, String> changed = new TreeMap<>();
        if (!stored.defaultDataSource().equals(own.defaultDataSource())) {
            changed.put(
                    "default-data-source",
                    "the default data source is " + own.defaultDataSource() + " here, and " + stored.defaultDataSource()
                            + " in the stored rule");
        }
        dataSources(stored, own, RuleText.usedDataSources(configured), changed);
        Set<String> tables = new TreeSet<>(own.tables());
        tables.addAll(stored.tables());
        for (String table : tables) {
            if (stored.linesOf(table).equals(own.linesOf(table))) {
                continue;
            }
            boolean isDeclared = own.tables().contains(table) || configured.isDeclaredSingle(table);
            if (!isDeclared) {
                kept.add(table);
            } else if (!stored.tables().contains(table)) {
                added.add(table);
            } else {
                String difference = difference(table, stored, own, configured, types, extended);
                if (difference != null) {
                    changed.put(table, difference);
                }
            }
        }
        extended.removeAll(changed.keySet());
        return new RuleDifferences(added, kept, extended, changed);
    }

    private static void dataSources(RuleText stored, RuleText own, Set<String> used, Map<String, String> changed) {
        Set<String> lacking = new TreeSet<>(stored.dataSources());
        lacking.removeAll(own.dataSources());
        if (!lacking.isEmpty()) {
            changed.put(LACKING, "the data sources " + lacking + " of the stored rule are not configured here");
        }
        Set<String> more = new TreeSet<>(used);
        more.removeAll(stored.dataSources());
        if (!more.isEmpty() && !stored.broadcastTables().isEmpty()) {
            changed.put(
                    "data-sources",
                    "the data sources " + more
                            + " are not in the stored rule, so that other instances do not write rows"
                            + " of the broadcast tables " + stored.broadcastTables() + " there");
        }
    }

    private static @Nullable String difference(
            String name,
            RuleText stored,
            RuleText own,
            ShardMap configured,
            AlgorithmRegistry types,
            Set<String> extended) {
        String here = kind(name, own);
        String there = kind(name, stored);
        RoutedTable table = configured.shardedTable(name);
        if (here.equals(there) && table == null) {
            return null;
        }
        if (table == null || !here.equals(there)) {
            return name + " is " + here + " here, and " + there + " in the stored rule";
        }
        RoutedTable before;
        try {
            before = stored.table(name, configured, types);
        } catch (ShardingConfigurationException unknown) {
            return name + " " + words(table, own) + " here, and " + wordsOfStored(name, stored)
                    + " in the stored rule, which cannot be made here: " + unknown.detail();
        }
        List<String> differences = new ArrayList<>();
        placedKeys(name, table, before, differences);
        nodes(name, table.declared(), before, differences);
        axis(name, true, table, before, own, stored, differences, extended);
        axis(name, false, table, before, own, stored, differences, extended);
        Map<String, String> embedded = embedded(table);
        if (!embedded.equals(stored.embedded(name))) {
            differences.add("the generated keys of " + name + " embed the shards of " + embedded + " here, and of "
                    + stored.embedded(name) + " in the stored rule");
        }
        lookups(name, stored, own, extended).ifPresent(differences::add);
        if (!stored.boundWith(name).containsAll(own.boundWith(name))) {
            extended.add(name);
        }
        return differences.isEmpty() ? null : String.join("; ", differences);
    }

    private static String kind(String table, RuleText text) {
        String home = text.homeOf(table);
        return home != null ? "single on " + home : text.broadcastTables().contains(table) ? "broadcast" : "sharded";
    }

    /** Units that have moved may be declared where they lie as well. */
    private static void nodes(String name, RoutedTable here, RoutedTable there, List<String> differences) {
        List<DataNode> own = here.nodes();
        List<DataNode> stored = there.nodes();
        if (names(own).equals(names(stored)) && Objects.equals(here.cells(), there.cells())) {
            return;
        }
        if (!names(here.ownNodes()).equals(names(there.ownNodes()))) {
            differences.add(name + " has " + nodes(here) + " here, and " + nodes(there) + " in the stored rule");
            return;
        }
        for (int unit = 0; unit < Math.min(own.size(), stored.size()); unit++) {
            if (!here.declaredNode(unit)
                    .toString()
                    .equals(there.declaredNode(unit).toString())) {
                // Further units of keys that differ, as was said.
                return;
            }
            String declared = here.declaredNode(unit).table();
            String place = place(own.get(unit), declared);
            String before = place(stored.get(unit), declared);
            if (!place.equals(before)) {
                differences.add(declared + " lies on " + place + " here, and on " + before + " in the stored rule");
            }
        }
    }

    private static void placedKeys(String name, RoutedTable here, RoutedTable there, List<String> differences) {
        Map<String, String> own = unitOfKey(here);
        Map<String, String> stored = unitOfKey(there);
        Set<String> keys = new TreeSet<>(own.keySet());
        keys.addAll(stored.keySet());
        List<String> words = keys.stream()
                .filter(key -> !Objects.equals(own.get(key), stored.get(key)))
                .map(key -> "with '" + key + "' " + placed(own.get(key)) + " here, and " + placed(stored.get(key))
                        + " in the stored rule")
                .toList();
        if (!words.isEmpty()) {
            int more = words.size() - MOST_NODES;
            differences.add("rows of " + name + " lie "
                    + String.join(", ", words.subList(0, Math.min(MOST_NODES, words.size())))
                    + (more > 0 ? ", and " + more + " more" : ""));
        }
    }

    private static Map<String, String> unitOfKey(RoutedTable table) {
        return table.placedKeys().stream().collect(Collectors.toMap(PlacedKey::key, PlacedKey::unit));
    }

    private static String placed(@Nullable String unit) {
        return unit == null ? "where the algorithm says" : "on " + unit;
    }

    private static String place(DataNode node, String declared) {
        return node.dataSourceName() + (node.table().equals(declared) ? "" : " as " + node.table());
    }

    private static List<String> names(List<DataNode> nodes) {
        return nodes.stream().map(DataNode::toString).toList();
    }

    private static String nodes(RoutedTable table) {
        List<String> names = names(table.ownNodes());
        int size = names.size();
        return size + (size == 1 ? " actual table (" : " actual tables (")
                + (size <= MOST_NODES
                        ? String.join(", ", names)
                        : names.get(0) + ", " + names.get(1) + ", ... " + names.get(size - 1))
                + ")";
    }

    private static void axis(
            String name,
            boolean database,
            RoutedTable here,
            RoutedTable there,
            RuleText own,
            RuleText stored,
            List<String> differences,
            Set<String> extended) {
        ShardingStrategy a = database ? here.databaseStrategy() : here.tableStrategy();
        ShardingStrategy b = database ? there.databaseStrategy() : there.tableStrategy();
        if ((a == null && b == null) || (a != null && b != null && isSame(name, a, b, extended))) {
            return;
        }
        differences.add((database ? "the data source" : "the actual table") + " of a row of " + name + " is chosen "
                + words(own.strategyInWords(name, database)) + " here, and "
                + words(stored.strategyInWords(name, database)) + " in the stored rule");
    }

    private static boolean isSame(String name, ShardingStrategy a, ShardingStrategy b, Set<String> extended) {
        return a.columns().equals(b.columns())
                && a.byName() == b.byName()
                && Objects.equals(a.alsoBy(), b.alsoBy())
                && sameAlgorithm(name, a, b, extended);
    }

    @SuppressWarnings("ReferenceEquality") // the same declaration
    private static boolean sameAlgorithm(
            String name, ShardingStrategy here, ShardingStrategy there, Set<String> extended) {
        // An algorithm of the application's own was found by what is known of it, and is the same object then.
        if (here.spec() == there.spec() || here.algorithmOfOthers().equals(there.algorithmOfOthers())) {
            return true;
        }
        TypedSettings own = here.spec().written();
        TypedSettings stored = there.spec().written();
        if (own == null || stored == null) {
            return false;
        }
        // Rows with negative keys were refused until it was said where they lie.
        boolean chosen = refusesNegatives(stored) && own.equals(stored.withSettingOf(RuleText.NEGATIVE_KEYS, own));
        if (chosen) {
            extended.add(name);
        }
        return chosen || (refusesNegatives(own) && stored.equals(own.withSettingOf(RuleText.NEGATIVE_KEYS, stored)));
    }

    private static boolean refusesNegatives(TypedSettings written) {
        return "refuse".equals(written.settings().get(RuleText.NEGATIVE_KEYS));
    }

    private static String words(String strategy) {
        return strategy.isEmpty() ? "by nothing, as there is only one," : strategy;
    }

    private static String words(RoutedTable table, RuleText own) {
        return "has " + nodes(table.declared()) + ", chosen " + wordsOf(table.name(), own);
    }

    private static String wordsOfStored(String table, RuleText stored) {
        return "is chosen " + wordsOf(table, stored);
    }

    private static String wordsOf(String table, RuleText text) {
        return List.of(text.strategyInWords(table, true), text.strategyInWords(table, false)).stream()
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(" and "));
    }

    private static Map<String, String> embedded(RoutedTable table) {
        KeyGeneration keys = table.keyGeneration();
        return keys != null && keys.generator() instanceof EmbeddingKeyGenerator embedding
                ? Map.of(keys.column(), RuleText.embedded(embedding))
                : Map.of();
    }

    /** A lookup table may come while it is not asked, and may be asked once all instances keep it. */
    private static Optional<String> lookups(String name, RuleText stored, RuleText own, Set<String> extended) {
        Map<String, Lookup> before = new TreeMap<>();
        stored.lookups(name).forEach(lookup -> before.put(lookup.column(), lookup));
        for (Lookup lookup : own.lookups(name)) {
            Lookup known = before.remove(lookup.column());
            if (known == null && !lookup.writeOnly()) {
                return Optional.of("the lookup table " + lookup.table() + " of " + name + "." + lookup.column()
                        + " is not in the stored rule, so that other instances do not keep it; let it be write-only"
                        + " first");
            }
            if (known != null && !known.table().equals(lookup.table())) {
                return Optional.of("the lookup table of " + name + "." + lookup.column() + " is " + lookup.table()
                        + " here, and " + known.table() + " in the stored rule");
            }
            if (known == null || (known.writeOnly() && !lookup.writeOnly())) {
                extended.add(name);
            }
        }
        return Optional.empty();
    }

    /** Returns true if the configured rule places the rows of its tables as the stored one does. */
    public boolean isEmpty() {
        return added.isEmpty() && extended.isEmpty() && changed.isEmpty();
    }

    /** Returns all that differs, a sentence each. */
    public List<String> inWords() {
        return List.copyOf(changed.values());
    }
}
