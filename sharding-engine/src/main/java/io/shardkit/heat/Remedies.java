package io.shardkit.heat;

import io.shardkit.keygen.EmbeddingKeyGenerator;
import io.shardkit.observe.HeatState;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what would even traffic out with what can be done today. Not thread-safe. */
final class Remedies {
    /** Fewer executions tell nothing. */
    private static final double ENOUGH = 100;

    /** A data source with more than this multiple of the mean is hot. */
    private static final double HOT = 1.25;

    /** A unit with more than this multiple of its table's mean is hot. */
    private static final double HOT_UNIT = 2;

    /** A value with this part of a unit's calls makes the unit hot. */
    private static final double MOST_OF_UNIT = 0.5;

    /** A move that leaves one of both with more than this part of what the hotter one had is not worth its work. */
    private static final double WORTH_IT = 0.9;

    private static final int MOST_MOVED = 5;

    private final List<HeatState.Table> tables;
    private final boolean enough;
    private final boolean moves;
    private final boolean hashed;
    private final ShardMap rule;
    private final Map<String, Double> loads = new LinkedHashMap<>();
    private final List<UnitLoad> units = new ArrayList<>();
    private final List<HeatState.Remedy> found = new ArrayList<>();

    /** True if the loads are those after a remedy that was found. */
    private boolean isAfter;

    /**
     * A unit with its calls.
     *
     * @param node its name
     * @param dataSource the data source that it is on, or goes to
     * @param key the part of the value with the most of its calls
     * @param value that value; null if none is known
     */
    private record UnitLoad(
            HeatState.Table table,
            String node,
            String dataSource,
            double load,
            double key,
            HeatState.@Nullable Key value) {}

    /**
     * @param counted the number of executions that the state rests on
     * @param moves whether units can be moved
     * @param hashed whether sharding values are hashes, which no command can name
     */
    Remedies(ShardMap rule, List<HeatState.Table> tables, double counted, boolean moves, boolean hashed) {
        this.rule = rule;
        this.hashed = hashed;
        this.tables = tables;
        this.enough = counted >= ENOUGH;
        this.moves = moves;
        rule.dataSources().forEach(name -> loads.put(name, 0.0));
        for (HeatState.Table table : tables) {
            for (HeatState.Unit unit : table.units()) {
                String dataSource = unit.name().substring(0, unit.name().indexOf('.'));
                HeatState.Key hottest = table.keys().stream()
                        .filter(each -> each.unit().equals(unit.name()))
                        .max(Comparator.comparingDouble(HeatState.Key::perSecond))
                        .orElse(null);
                double key = hottest == null ? 0 : hottest.perSecond() / unit.perSecond();
                units.add(new UnitLoad(table, unit.name(), dataSource, unit.perSecond(), key, hottest));
                loads.merge(dataSource, unit.perSecond(), Double::sum);
            }
        }
    }

    List<HeatState.Remedy> all() {
        if (enough) {
            isolate();
            move();
            split();
        }
        return found;
    }

    private double mean() {
        return loads.values().stream().mapToDouble(Double::doubleValue).sum() / loads.size();
    }

    private double load(String dataSource) {
        return loads.getOrDefault(dataSource, 0.0);
    }

    private String coolest() {
        return loads.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private String hottest() {
        return loads.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    /** Takes one value's traffic to where there is little else, with its unit if it cannot have one of its own. */
    private void isolate() {
        List<UnitLoad> hot = units.stream()
                .filter(each -> each.key >= MOST_OF_UNIT && each.load > HOT_UNIT * mean(each.table))
                .sorted(Comparator.comparingDouble(UnitLoad::load).reversed())
                .toList();
        for (UnitLoad unit : hot) {
            String to = coolest();
            String value = separable(unit);
            double part = value == null ? unit.load : unit.load * Math.min(1, unit.key);
            boolean helps = load(to) + part < load(unit.dataSource) && !to.equals(unit.dataSource);
            String reason = "One value has " + percent(unit.key) + " of the calls of " + unit.node + ", which has "
                    + times(unit.load / mean(unit.table)) + " the mean of " + unit.table.name()
                    + ". More tables would not divide it. ";
            found.add(
                    helps
                            ? remedy(
                                    HeatState.Kind.ISOLATE,
                                    reason + to + " has the least traffic: the "
                                            + (value == null
                                                    ? "unit goes there."
                                                    : "value gets a unit of its own there."),
                                    value == null
                                            ? command(List.of(unit), to)
                                            : AdminCommand.isolate(unit.table.name(), value, to))
                            : new HeatState.Remedy(
                                    HeatState.Kind.ISOLATE,
                                    reason + "No data source has less beside it: add one.",
                                    null));
            isAfter |= helps;
            if (helps && value == null) {
                relocate(unit, to);
            } else if (helps) {
                loads.merge(unit.dataSource, -part, Double::sum);
                loads.merge(to, part, Double::sum);
                units.set(
                        units.indexOf(unit),
                        new UnitLoad(unit.table, unit.node, unit.dataSource, unit.load - part, 0, null));
            }
        }
    }

    /** Returns the hottest value of a unit if it can get one of its own; null if it cannot, or has one. */
    private @Nullable String separable(UnitLoad unit) {
        RoutedTable table = rule.shardedTable(unit.table.name());
        HeatState.Key key = unit.value;
        return table != null
                        && key != null
                        && !hashed
                        && HeatKey.isWhole(key.value())
                        && table.shardingColumns().equals(List.of(key.columns()))
                        && table.strategies().stream().allMatch(each -> each.alsoBy() == null)
                        && !embeds(table.keyGeneration())
                        && table.placedKeys().stream()
                                .noneMatch(each -> each.key().equals(key.value()))
                ? key.value()
                : null;
    }

    /** Keys that hold the shard of a value are not found where the value alone goes. */
    private static boolean embeds(@Nullable KeyGeneration keys) {
        return keys != null && keys.generator() instanceof EmbeddingKeyGenerator;
    }

    private static double mean(HeatState.Table table) {
        return table.units().stream().mapToDouble(HeatState.Unit::perSecond).sum()
                / table.units().size();
    }

    private void relocate(UnitLoad unit, String to) {
        loads.merge(unit.dataSource, -unit.load, Double::sum);
        loads.merge(to, unit.load, Double::sum);
        units.set(units.indexOf(unit), new UnitLoad(unit.table, unit.node, to, unit.load, unit.key, unit.value));
    }

    /** Takes units from the data source with the most traffic to the one with the least. */
    private void move() {
        String from = hottest();
        String to = coolest();
        double before = load(from);
        double mean = mean();
        if (before <= HOT * mean) {
            return;
        }
        List<UnitLoad> moved = new ArrayList<>();
        List<UnitLoad> largestFirst = units.stream()
                .filter(each -> each.node.startsWith(from + ".") && each.dataSource.equals(from) && each.load > 0)
                .sorted(Comparator.comparingDouble(UnitLoad::load).reversed())
                .toList();
        for (UnitLoad unit : largestFirst) {
            // One that makes the target as hot as the source is now would only change the places.
            boolean helps = load(to) + unit.load < WORTH_IT * load(from);
            if (helps && moved.size() < MOST_MOVED && load(from) > mean) {
                relocate(unit, to);
                moved.add(unit);
            }
        }
        if (!moved.isEmpty()) {
            found.add(remedy(
                    HeatState.Kind.MOVE,
                    (isAfter ? "After that, " : "") + from + " has " + times(before / mean)
                            + " the mean of the data sources. Without "
                            + (moved.size() == 1 ? "this unit" : "these units") + " it has "
                            + times(load(from) / mean) + ", and " + to + " " + times(load(to) / mean) + ".",
                    command(moved, to)));
        }
    }

    /** Names tables whose hottest unit is more than any data source should have, whatever is moved. */
    private void split() {
        double mean = mean();
        for (HeatState.Table table : tables) {
            units.stream()
                    .filter(each -> each.table.equals(table) && each.key < MOST_OF_UNIT)
                    .max(Comparator.comparingDouble(UnitLoad::load))
                    .filter(each -> loads.size() > 1 && each.load > HOT * mean)
                    .ifPresent(each -> found.add(new HeatState.Remedy(
                            HeatState.Kind.SPLIT,
                            each.node + " alone has " + times(each.load / mean)
                                    + " the mean of the data sources, and no value has most of it: wherever it is moved, "
                                    + table.name() + " needs more actual tables"
                                    + (moves
                                            ? ": write them under sharding.next" + example(each.table)
                                                    + ". The command tells what that means; \"moves start --next\" begins."
                                            : "."),
                            moves ? AdminCommand.next() : null)));
        }
    }

    /** Returns twice as many actual tables as a table has, in words, where their names and numbers allow it. */
    private String example(HeatState.Table table) {
        RoutedTable routed = rule.shardedTable(table.name());
        List<String> sources = List.copyOf(loads.keySet());
        int count = table.units().size();
        boolean isNumbered = routed != null
                && routed.databaseStrategy() == null
                && routed.placedKeys().isEmpty()
                && 2 * count >= sources.size();
        for (int unit = 0; isNumbered && unit < count; unit++) {
            isNumbered = table.units().get(unit).name().endsWith("." + table.name() + "_" + unit);
        }
        if (!isNumbered) {
            return "";
        }
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            int from = 2 * count * i / sources.size();
            int to = 2 * count * (i + 1) / sources.size() - 1;
            nodes.add(sources.get(i) + "." + table.name() + "_" + (from == to ? from : "{" + from + ".." + to + "}"));
        }
        return ", as in sharding.next.tables." + table.name() + ".actual-data-nodes: \"" + String.join(", ", nodes)
                + "\", with the strategies of the table";
    }

    private HeatState.Remedy remedy(HeatState.Kind kind, String reason, String command) {
        String lacking =
                moves ? "" : " To move units while they are used, the rule has to be stored for all instances.";
        @Nullable String shown = moves ? command : null;
        return new HeatState.Remedy(kind, reason + lacking, shown);
    }

    private static String command(List<UnitLoad> moved, String to) {
        return AdminCommand.move(moved.stream().map(UnitLoad::node).toList(), to);
    }

    private static String percent(double part) {
        return Math.round(Math.min(1, part) * 100) + " %";
    }

    private static String times(double multiple) {
        return String.format(Locale.ROOT, "%.1f times", multiple);
    }
}
