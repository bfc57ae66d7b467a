package io.shardkit.membership;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.RuleDifferences;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.UsedNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of comparing the configured rule of an instance with those that were stored. Immutable.
 *
 * @param rule the rule by which it is to run
 * @param added the tables of which its rule tells the others for the first time; the rule is to be written if there are
 *     any, or {@code extended}
 * @param extended the tables that get more lookup tables, or are bound with more tables; likewise
 * @param outdated where the configured rule is one of the past, in words
 * @param kept the tables of the stored rule that the instance does not declare
 */
record Agreement(RuleText rule, Set<String> added, Set<String> extended, List<String> outdated, Set<String> kept) {

    /**
     * Compares the configured rule with the stored ones.
     *
     * @param wanted what is to become of the configured rule, and is no reason to warn once it is stored; null if nothing is
     * @param history the stored rules, the newest last; at least one
     * @param opens whether the instance may open data sources that the configured rule lacks
     * @throws ShardingConfigurationException if the configured rule places rows as neither the newest nor an earlier one
     *     does
     */
    static Agreement of(
            ShardMap configured,
            @Nullable ShardMap wanted,
            List<Epoch> history,
            AlgorithmRegistry types,
            boolean opens) {
        Epoch last = history.get(history.size() - 1);
        RuleText newest = last.rule();
        RuleDifferences now = RuleDifferences.of(newest, configured, types);
        Set<String> unexplained = new TreeSet<>(now.changed().keySet());
        if (opens) {
            unexplained.remove(RuleDifferences.LACKING);
        }
        List<String> outdated = new ArrayList<>();
        Set<String> expected = wanted == null ? Set.of() : expected(configured, newest, wanted, types);
        for (int i = history.size() - 2; i >= 0; i--) {
            explain(
                    history.get(i).rule(),
                    newest,
                    configured,
                    types,
                    history.get(i + 1),
                    now,
                    unexplained,
                    expected,
                    outdated);
        }
        // A configuration need not say where units have moved.
        for (int i = history.size() - 1; i >= 0; i--) {
            Epoch since = history.get(Math.min(i + 1, history.size() - 1));
            explain(
                    history.get(i).rule().asDeclared(),
                    newest,
                    configured,
                    types,
                    since,
                    now,
                    unexplained,
                    expected,
                    outdated);
        }
        if (!unexplained.isEmpty()) {
            // Units that moved since are no difference, and are not told beside one.
            Map<String, String> declared =
                    RuleDifferences.of(newest.asDeclared(), configured, types).changed();
            throw differs(
                    configured,
                    unexplained.stream()
                            .map(part -> Objects.requireNonNull(
                                    declared.getOrDefault(part, now.changed().get(part))))
                            .toList(),
                    last);
        }
        List<String> usedNames = usedNames(configured, now.added(), history);
        if (!usedNames.isEmpty()) {
            throw differs(configured, usedNames, last);
        }
        RuleText own = RuleText.of(configured);
        Set<String> more = new TreeSet<>(now.added());
        more.addAll(now.extended());
        Set<String> used = RuleText.usedDataSources(configured);
        RuleText merged =
                more.isEmpty() && newest.dataSources().containsAll(used) ? newest : newest.with(more, own, used);
        return new Agreement(merged, now.added(), now.extended(), outdated, now.kept());
    }

    /** Returns the tables that the newest rule has as they are wanted, and not as they are configured. */
    private static Set<String> expected(
            ShardMap configured, RuleText newest, ShardMap wanted, AlgorithmRegistry types) {
        Set<String> expected = new TreeSet<>(RuleDifferences.of(RuleText.of(configured), wanted, types)
                .changed()
                .keySet());
        RuleDifferences missing = RuleDifferences.of(newest.asDeclared(), wanted, types);
        expected.removeAll(missing.changed().keySet());
        expected.removeAll(missing.added());
        return expected;
    }

    /** Takes from the unexplained parts of the configured rule those that are as an earlier rule had them. */
    private static void explain(
            RuleText then,
            RuleText newest,
            ShardMap configured,
            AlgorithmRegistry types,
            Epoch since,
            RuleDifferences now,
            Set<String> unexplained,
            Set<String> expected,
            List<String> outdated) {
        if (unexplained.isEmpty()) {
            return;
        }
        Set<String> changedThen =
                RuleDifferences.of(then, configured, types).changed().keySet();
        for (String part : List.copyOf(unexplained)) {
            boolean isRule = !part.equals(RuleDifferences.LACKING);
            if (isRule && !changedThen.contains(part) && has(then, newest, configured, part)) {
                unexplained.remove(part);
                if (!expected.contains(part)) {
                    outdated.add(now.changed().get(part) + ", since " + since);
                }
            }
        }
    }

    /** A table that an earlier rule did not have yet explains nothing, unless it is a table of one data source in both. */
    private static boolean has(RuleText then, RuleText newest, ShardMap configured, String part) {
        String home = RuleText.of(configured).homeOf(part);
        return !newest.tables().contains(part)
                || then.tables().contains(part)
                || (home != null && home.equals(then.homeOf(part)));
    }

    /** Returns which actual tables of new tables have names that units had before they moved, in words. */
    private static List<String> usedNames(ShardMap configured, Set<String> added, List<Epoch> history) {
        if (added.isEmpty()) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        UsedNames used = new UsedNames(history.stream().map(Epoch::rule).toList());
        for (RoutedTable each : configured.tables()) {
            RoutedTable table = each.declared();
            for (int unit = 0; unit < table.unitCount() && added.contains(table.name()); unit++) {
                DataNode node = table.nodes().get(unit);
                if (!used.isFree(table, unit, node.dataSourceName(), node.table())) {
                    sentences.add("an actual table of " + table.name() + " is " + node
                            + " here, which is, or was, another one");
                }
            }
        }
        return sentences;
    }

    private static ShardingConfigurationException differs(ShardMap configured, List<String> sentences, Epoch last) {
        return new ShardingConfigurationException(
                ErrorCode.RULE_DIFFERS,
                "sharding.rule-store",
                String.join("; ", sentences) + ". The stored rule is " + last + "; the configured one has the hash "
                        + shortHash(configured));
    }

    /** Returns the beginning of the hash of a rule, which is enough to tell it from others. */
    static String shortHash(ShardMap rule) {
        return RuleText.of(rule).hash().substring(0, 12);
    }

    /** Returns the tables of which the rule says more than the stored one. */
    Set<String> news() {
        Set<String> all = new TreeSet<>(added);
        all.addAll(extended);
        return all;
    }
}
