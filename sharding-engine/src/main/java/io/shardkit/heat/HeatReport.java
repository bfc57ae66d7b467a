package io.shardkit.heat;

import io.shardkit.observe.HeatState;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the summaries of instances, as rates: an instance that began a moment ago counts for no less than the others. The
 * bounds of a value's count are the sums of its bounds, as in Agarwal et al., "Mergeable Summaries" (PODS 2012).
 */
public final class HeatReport {
    private static final int MOST = 10;

    /** So many standard deviations to either side have 95 % of all samples. */
    private static final double DEVIATIONS = 2;

    private final ShardMap rule;
    private final List<HeatSummary> summaries;

    private HeatReport(ShardMap rule, List<HeatSummary> summaries) {
        this.rule = rule;
        this.summaries = summaries;
    }

    /** The sums of a group of bound tables. */
    private static final class Sum {
        private final double[] units;
        private final Map<HeatKey, KeySum> keys = new HashMap<>();
        private double statements;
        private double floor;
        private double floorVariance;

        Sum(int units) {
            this.units = new double[units];
        }

        void add(HeatSummary.OfTable table, double rate, int sample) {
            // Each execution is counted or not on its own; with weights of at most 1 the variance is not above this.
            double variance = rate * rate * (1 - 1.0 / sample);
            statements += rate * table.statements();
            floor += rate * table.floor();
            floorVariance += variance * table.floor();
            for (int i = 0; i < units.length; i++) {
                units[i] += rate * table.units().get(i);
            }
            for (HeatSummary.OfKey each : table.keys()) {
                KeySum sum = keys.computeIfAbsent(new HeatKey(each.columns(), each.value()), key -> new KeySum());
                sum.least += rate * (each.count() - each.error());
                // The floor stands for values without a counter.
                sum.aboveFloor += rate * (each.count() - table.floor());
                sum.varianceAboveFloor += variance * (each.count() - table.floor());
                sum.unit = each.unit() < 0 ? sum.unit : each.unit();
            }
        }
    }

    private static final class KeySum {
        private double least;
        private double aboveFloor;
        private double varianceAboveFloor;
        private int unit = -1;
    }

    private static final class StatementSum {
        private double least;
        private double calls;
    }

    /**
     * Returns the state of the traffic.
     *
     * @param rule the rule in force
     * @param summaries of the instances, at least one
     * @param problem the reason that other instances are left out; empty if there is none
     * @param moves whether units can be moved
     * @param hashed whether sharding values are hashes
     */
    public static HeatState of(
            ShardMap rule, List<HeatSummary> summaries, String problem, boolean moves, boolean hashed) {
        HeatReport report = new HeatReport(rule, summaries);
        List<HeatState.Table> tables = new ArrayList<>();
        for (RoutedTable first : Heat.names(rule).values()) {
            HeatState.Table table = report.table(first);
            if (table != null) {
                tables.add(table);
            }
        }
        tables.sort(Comparator.comparingDouble(HeatState.Table::perSecond)
                .reversed()
                .thenComparing(HeatState.Table::name));
        double counted = summaries.stream()
                .flatMap(each -> each.tables().stream())
                .mapToDouble(HeatSummary.OfTable::statements)
                .sum();
        return new HeatState(
                true,
                summaries.size(),
                problem,
                summaries.get(0).sample(),
                Math.round(counted),
                tables,
                report.statements(),
                new Remedies(rule, tables, counted, moves, hashed).all());
    }

    private HeatState.@Nullable Table table(RoutedTable first) {
        Sum sum = new Sum(first.unitCount());
        for (HeatSummary each : summaries) {
            each.tables().stream()
                    // An instance may run by a rule with other units for a moment.
                    .filter(table ->
                            table.name().equals(first.name()) && table.units().size() == first.unitCount())
                    .forEach(table -> sum.add(table, each.rate(), each.sample()));
        }
        if (sum.statements <= 0) {
            return null;
        }
        double all = 0;
        double most = 0;
        for (double each : sum.units) {
            all += each;
            most = Math.max(most, each);
        }
        List<HeatState.Unit> units = new ArrayList<>();
        List<DataNode> nodes = first.nodes();
        for (int i = 0; i < sum.units.length; i++) {
            units.add(new HeatState.Unit(nodes.get(i).toString(), sum.units[i], part(sum.units[i], all)));
        }
        return new HeatState.Table(
                first.name(),
                rule.boundWith(first).stream().map(RoutedTable::name).toList(),
                sum.statements,
                part(most, all / sum.units.length),
                units,
                keys(sum, units));
    }

    private static List<HeatState.Key> keys(Sum sum, List<HeatState.Unit> units) {
        return sum.keys.entrySet().stream()
                .filter(each -> each.getValue().least > 0)
                .sorted(Comparator.comparingDouble((Map.Entry<HeatKey, KeySum> each) -> each.getValue().least)
                        .reversed()
                        .thenComparing(each -> each.getKey().value()))
                .limit(MOST)
                .map(each -> {
                    KeySum key = each.getValue();
                    boolean isKnown = key.unit >= 0 && key.unit < units.size();
                    return new HeatState.Key(
                            each.getKey().columns(),
                            each.getKey().value(),
                            isKnown ? units.get(key.unit).name() : "",
                            key.least,
                            Math.max(key.least, key.aboveFloor + sum.floor),
                            DEVIATIONS * Math.sqrt(Math.max(0, key.varianceAboveFloor + sum.floorVariance)),
                            part(key.least, sum.statements));
                })
                .toList();
    }

    private List<HeatState.Statement> statements() {
        Map<String, StatementSum> sums = new LinkedHashMap<>();
        double all = 0;
        for (HeatSummary summary : summaries) {
            double rate = summary.rate();
            for (HeatSummary.OfTable table : summary.tables()) {
                all += rate
                        * table.units().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum();
            }
            for (HeatSummary.OfStatement each : summary.statements()) {
                StatementSum sum = sums.computeIfAbsent(each.sql(), sql -> new StatementSum());
                double own = each.count() - each.error();
                sum.least += rate * own;
                sum.calls += rate * own * each.units();
            }
        }
        double calls = all;
        return sums.entrySet().stream()
                .filter(each -> each.getValue().least > 0)
                .sorted(Comparator.comparingDouble((Map.Entry<String, StatementSum> each) -> each.getValue().calls)
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .limit(MOST)
                .map(each -> new HeatState.Statement(
                        each.getKey(),
                        each.getValue().least,
                        each.getValue().calls / each.getValue().least,
                        part(each.getValue().calls, calls)))
                .toList();
    }

    private static double part(double some, double all) {
        return all <= 0 ? 0 : some / all;
    }
}
