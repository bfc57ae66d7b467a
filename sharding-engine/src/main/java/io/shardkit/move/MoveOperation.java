package io.shardkit.move;

import io.shardkit.move.alter.IndexChange;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A move as it is stored with its change of the rule: what is to be done, how far it is, and what was seen. Immutable.
 *
 * <p>Each attempt to switch has a number that no other one gets, and the names that tables get in it have that number: so a
 * worker that was stopped and goes on after it was replaced finds no table that it could rename.
 */
final class MoveOperation {
    private static final String KIND = "kind";
    private static final String MOVE = "move";
    private static final String RESHARD = "reshard";
    private static final String ALTER = "alter";
    private static final String CLAUSES = "clauses";
    private static final String IN_PLACE = "in-place";
    private static final String ONE_WAY = "one-way";
    private static final String INVERSE = "inverse";
    private static final String ADDED = "index-added.";
    private static final String DROPPED = "index-dropped.";
    private static final String HASH = "hash.";
    private static final String HASH_AFTER = "hash-after.";
    private static final String TABLES = "tables";
    private static final String LOOKUP = "lookup.";
    private static final String BEFORE = "before";
    private static final String AFTER = "after";
    private static final String ID = "id";
    private static final String UNIT = "unit.";
    private static final String HOLDER = "holder.";
    private static final String COPIED = "copied.";
    private static final String BACK = "back";
    private static final String ATTEMPT = "attempt";
    private static final String PARKED = "parked";
    private static final String BY_HAND = "switch-by-hand";
    private static final String SPEED = "rows-per-second";
    private static final String PHASE = "phase";
    private static final String SINCE = "phase-since";
    private static final String MESSAGE = "message";
    private static final String WORKER = "worker";

    /** Figures for those who watch; see {@link MoveState}. */
    enum Figure {
        ROWS,
        TOTAL,
        TOTAL_BYTES,
        COPIED_PER_SECOND,
        JOURNAL,
        LAG_MILLIS,
        REPAIRED,
        SWITCHES,
        UNDONE,
        PAUSE_MILLIS,
        EPOCH;

        private final String key = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private final SortedMap<String, String> values;
    private final List<MovedUnit> units = new ArrayList<>();

    private MoveOperation(SortedMap<String, String> values) {
        this.values = values;
        for (int i = 0; values.containsKey(UNIT + i); i++) {
            String[] parts = values.getOrDefault(UNIT + i, "").split("\t");
            // The last one came later: a unit kept its name before.
            String renamed = parts.length > 5 ? parts[5] : parts[2];
            units.add(new MovedUnit(parts[0], Integer.parseInt(parts[1]), parts[2], parts[3], parts[4], renamed));
        }
    }

    /** A move of units. */
    static MoveOperation of(String id, List<MovedUnit> units, MoveRequest request) {
        return of(MOVE, id, units, request.switchByHand(), request.rowsPerSecond());
    }

    /**
     * An ALTER of a table.
     *
     * @param units the actual tables, each of which gets another name on its data source
     * @param clauses what follows the name of the table
     */
    static MoveOperation of(String id, List<MovedUnit> units, AlterRequest request, String clauses) {
        return of(ALTER, id, units, request.switchByHand(), request.rowsPerSecond())
                .with(CLAUSES, clauses);
    }

    private static MoveOperation of(String kind, String id, List<MovedUnit> units, boolean byHand, long rowsPerSecond) {
        SortedMap<String, String> values = new TreeMap<>();
        values.put(KIND, kind);
        values.put(ID, id);
        values.put(BY_HAND, Boolean.toString(byHand));
        values.put(SPEED, Long.toString(rowsPerSecond));
        return new MoveOperation(values).of(units).in(MovePhase.PREPARING);
    }

    /** The same operation on these units. */
    MoveOperation of(List<MovedUnit> moved) {
        return with(
                UNIT,
                moved.stream()
                        .map(unit -> String.join(
                                "\t",
                                unit.table(),
                                Integer.toString(unit.number()),
                                unit.actual(),
                                unit.from(),
                                unit.to(),
                                unit.renamed()))
                        .toList());
    }

    /**
     * A move of all rows of some tables to where another rule has them.
     *
     * @param tables those whose rows move, and the lookup tables that are made anew
     * @param lookups for the lookup tables that are made anew the tables whose they are
     * @param before what the rule says of the tables
     * @param after what it is to say
     */
    static MoveOperation of(
            String id,
            SortedSet<String> tables,
            Map<String, String> lookups,
            RuleText before,
            RuleText after,
            ReshardRequest request) {
        SortedMap<String, String> values = new TreeMap<>();
        values.put(KIND, RESHARD);
        values.put(ID, id);
        values.put(TABLES, String.join(" ", tables));
        lookups.forEach((lookup, table) -> values.put(LOOKUP + lookup, table));
        values.put(BEFORE, before.toString());
        values.put(AFTER, after.toString());
        values.put(BY_HAND, Boolean.toString(request.switchByHand()));
        values.put(SPEED, Long.toString(request.rowsPerSecond()));
        return new MoveOperation(values).in(MovePhase.PREPARING);
    }

    /** Returns true if the operation of a change is a move. */
    static boolean isOne(String text) {
        return Set.of(MOVE, RESHARD, ALTER).contains(properties(text).getProperty(KIND, ""));
    }

    /** Reads what {@link #text} wrote. */
    static MoveOperation parse(String text) {
        SortedMap<String, String> values = new TreeMap<>();
        properties(text).forEach((name, value) -> values.put((String) name, (String) value));
        return new MoveOperation(values);
    }

    private static Properties properties(String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return properties;
    }

    /** Returns it as text. */
    String text() {
        Properties properties = new Properties();
        properties.putAll(values);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            // Escapes all that a column of some character set could not hold.
            properties.store(text, null);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString(StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private MoveOperation with(String name, Object value) {
        SortedMap<String, String> changed = new TreeMap<>(values);
        changed.put(name, value.toString());
        return new MoveOperation(changed);
    }

    private String value(String name) {
        return values.getOrDefault(name, "");
    }

    private int number(String name) {
        return Integer.parseInt(values.getOrDefault(name, "0"));
    }

    String id() {
        return value(ID);
    }

    /** Returns true if the rows of tables move to where another rule has them; else tables move as they are. */
    boolean isReshard() {
        return value(KIND).equals(RESHARD);
    }

    /** Returns true if a table is altered. */
    boolean isAlter() {
        return value(KIND).equals(ALTER);
    }

    /**
     * The same ALTER, once it is known how it is done.
     *
     * @param inPlace whether the databases alter the actual tables themselves
     * @param oneWay why there is no way back; empty if there is one
     * @param inverse the clauses that undo it; empty if there are none
     */
    MoveOperation altering(boolean inPlace, String oneWay, String inverse) {
        return with(IN_PLACE, inPlace).with(ONE_WAY, oneWay).with(INVERSE, inverse);
    }

    /** The same ALTER, which changes these indexes of the actual tables while they are used. */
    MoveOperation online(IndexChange indexes) {
        return with(ADDED, indexes.added()).with(DROPPED, indexes.dropped());
    }

    /** Returns the indexes that an ALTER changes while the actual tables are used; null if it does something else. */
    @Nullable IndexChange indexes() {
        IndexChange indexes = new IndexChange(all(ADDED), all(DROPPED));
        return indexes.added().isEmpty() && indexes.dropped().isEmpty() ? null : indexes;
    }

    /** The same ALTER, with hashes of the structure of an actual table before and after it. */
    MoveOperation hashed(int unit, String before, String after) {
        return with(HASH + unit, before).with(HASH_AFTER + unit, after);
    }

    /** Returns what follows the name of the table in an ALTER TABLE. */
    String clauses() {
        return value(CLAUSES);
    }

    /** Returns true if the databases alter the actual tables themselves. */
    boolean isInPlace() {
        return Boolean.parseBoolean(value(IN_PLACE));
    }

    /** Returns why there is no way back after the switch; empty if there is one. */
    String oneWay() {
        return value(ONE_WAY);
    }

    /** Returns the clauses that undo an ALTER; empty if there are none. */
    String inverse() {
        return value(INVERSE);
    }

    /** Returns the hash of the structure of an actual table. */
    String hash(int unit, boolean after) {
        return value((after ? HASH_AFTER : HASH) + unit);
    }

    /** Returns the tables of a reshard. */
    private SortedSet<String> resharded() {
        return new TreeSet<>(List.of(value(TABLES).split(" ")));
    }

    /** Returns what the rule of a reshard says of its tables before the next switch, or after it. */
    RuleText rule(boolean after) {
        return RuleText.parse(value(after != isBack() ? AFTER : BEFORE));
    }

    /** Returns the actual tables that give rows, and those that get them, with the next switch. */
    List<TableChange> changes() {
        if (isReshard()) {
            RuleText before = rule(false);
            RuleText after = rule(true);
            return resharded().stream()
                    .map(table -> change(before, after, table))
                    .filter(change -> !change.from().isEmpty() || !change.to().isEmpty())
                    .toList();
        }
        return units.stream()
                .map(unit -> isBack() ? unit.change().back() : unit.change())
                .toList();
    }

    private TableChange change(RuleText before, RuleText after, String table) {
        String lookupOf = values.get(LOOKUP + table);
        return lookupOf == null
                ? new TableChange(table, nodes(before, after, table), nodes(after, before, table))
                : new TableChange(table, entries(before, lookupOf, table), entries(after, lookupOf, table), lookupOf);
    }

    /** Returns the actual tables of a lookup table, if a rule has it as one. */
    private static List<TableChange.Actual> entries(RuleText rule, String lookupOf, String table) {
        boolean isOne = rule.lookups(lookupOf).stream()
                .anyMatch(lookup -> lookup.table().equals(table));
        return isOne ? actuals(rule.nodesOf(table), Set.of()) : List.of();
    }

    /** Returns the actual tables that another rule lacks: those that both have keep their rows. */
    private static List<TableChange.Actual> nodes(RuleText rule, RuleText other, String table) {
        return actuals(rule.nodesOf(table), Set.copyOf(other.nodesOf(table)));
    }

    private static List<TableChange.Actual> actuals(List<String> nodes, Set<String> others) {
        return IntStream.range(0, nodes.size())
                .filter(unit -> !others.contains(nodes.get(unit)))
                .mapToObj(unit -> TableChange.Actual.parse(unit, nodes.get(unit)))
                .toList();
    }

    /** Returns the actual tables from which rows moved first, with their data sources. */
    List<String> units() {
        return changes().stream()
                .flatMap(change -> (isBack() ? change.to() : change.from()).stream())
                .map(TableChange.Actual::toString)
                .toList();
    }

    /** Returns an actual table, or a logical one, that another move has, too; an empty text if there is none. */
    String common(MoveOperation other) {
        if (!isReshard() && !other.isReshard()) {
            return units.stream()
                    .filter(unit -> other.units.stream()
                            .anyMatch(each -> unit.table().equals(each.table()) && unit.number() == each.number()))
                    .map(MovedUnit::toString)
                    .findFirst()
                    .orElse("");
        }
        Set<String> tables = new TreeSet<>(tables());
        tables.retainAll(other.tables());
        return tables.stream().findFirst().map(table -> "table " + table).orElse("");
    }

    private Set<String> tables() {
        return isReshard()
                ? resharded()
                : changes().stream().map(TableChange::table).collect(Collectors.toSet());
    }

    /**
     * Returns a rule as it is after the next switch.
     *
     * @param newest to which tables may have been added meanwhile
     * @param rules makes a rule from its text
     */
    RuleText next(RuleText newest, Function<RuleText, ShardMap> rules) {
        if (isReshard()) {
            return newest.replacing(resharded(), rule(true));
        }
        Set<String> dataSources = new LinkedHashSet<>(newest.dataSources());
        units.forEach(unit -> dataSources.add(isBack() ? unit.from() : unit.to()));
        return RuleText.of(ChangedRule.moved(rules.apply(newest), List.copyOf(dataSources), moved()))
                .withKeysOf(newest);
    }

    /** Returns true if the next switch goes back to where the units came from. */
    boolean isBack() {
        return Boolean.parseBoolean(value(BACK));
    }

    /** Returns the number of the last attempt to switch, or of a worker that has begun since. */
    int attempt() {
        return number(ATTEMPT);
    }

    /** Returns the number of the attempt in the names of the tables that are not in use. */
    int parked() {
        return number(PARKED);
    }

    /** Returns true if the target was never in use. */
    boolean isFirst() {
        return parked() == 0;
    }

    /** Returns true if the switch waits until it is asked for. */
    boolean isSwitchedByHand() {
        return Boolean.parseBoolean(value(BY_HAND));
    }

    /** Returns the most rows that are copied in a second; 0 for no fixed limit. */
    long rowsPerSecond() {
        return Long.parseLong(value(SPEED));
    }

    MovePhase phase() {
        return MovePhase.valueOf(value(PHASE));
    }

    long figure(Figure figure) {
        return Long.parseLong(values.getOrDefault(figure.key, "0"));
    }

    MoveOperation in(MovePhase next) {
        return values.containsKey(PHASE) && phase() == next
                ? this
                : with(PHASE, next).with(SINCE, System.currentTimeMillis());
    }

    MoveOperation with(Figure figure, long value) {
        return with(figure.key, value);
    }

    MoveOperation counting(Figure figure) {
        return with(figure, figure(figure) + 1);
    }

    MoveOperation saying(String message) {
        return with(MESSAGE, message);
    }

    String message() {
        return value(MESSAGE);
    }

    MoveOperation by(String worker) {
        return with(WORKER, worker);
    }

    MoveOperation heldBy(List<String> holders) {
        return with(HOLDER, holders);
    }

    private MoveOperation with(String name, List<String> all) {
        SortedMap<String, String> changed = new TreeMap<>(values);
        changed.keySet().removeIf(each -> each.startsWith(name));
        for (int i = 0; i < all.size(); i++) {
            changed.put(name + i, all.get(i));
        }
        return new MoveOperation(changed);
    }

    private List<String> all(String name) {
        List<String> all = new ArrayList<>();
        for (int i = 0; values.containsKey(name + i); i++) {
            all.add(value(name + i));
        }
        return all;
    }

    /** With the broadcast tables that the move makes or fills on data sources that join the rule. */
    MoveOperation copying(List<CopiedTable> copied) {
        return with(COPIED, copied.stream().map(CopiedTable::text).toList());
    }

    /** Returns the broadcast tables that the move has begun to make or fill. */
    List<CopiedTable> copied() {
        return all(COPIED).stream().map(CopiedTable::parse).toList();
    }

    MoveOperation nextAttempt() {
        return with(ATTEMPT, attempt() + 1);
    }

    /** After the switch: the tables that were renamed in the last attempt are those that are not in use any more. */
    MoveOperation switched() {
        return with(BACK, !isBack())
                .with(PARKED, attempt())
                .heldBy(List.of())
                .saying("")
                .in(MovePhase.SWITCHED);
    }

    /** Going back: it was the first switch that was to wait. */
    MoveOperation returning() {
        return with(BY_HAND, false).saying("").in(MovePhase.PREPARING);
    }

    /** Returns for each table the places of its units after the next switch. */
    private Map<String, Map<Integer, String>> moved() {
        Map<String, Map<Integer, String>> moved = new TreeMap<>();
        units.forEach(unit ->
                moved.computeIfAbsent(unit.table(), any -> new TreeMap<>()).put(unit.number(), unit.place(isBack())));
        return moved;
    }

    private List<String> dataSources(Function<TableChange, List<TableChange.Actual>> side) {
        return changes().stream()
                .flatMap(change -> side.apply(change).stream())
                .map(TableChange.Actual::dataSource)
                .distinct()
                .toList();
    }

    /** Returns all data sources with tables of the move. */
    Set<String> dataSources() {
        Set<String> all = new LinkedHashSet<>(dataSources(TableChange::from));
        all.addAll(dataSources(TableChange::to));
        return all;
    }

    MoveState state(long startedAt) {
        long perSecond = figure(Figure.COPIED_PER_SECOND);
        long rows = figure(Figure.ROWS);
        long expected = figure(Figure.TOTAL);
        long total = Math.max(rows, expected);
        double rowBytes = expected == 0 ? 0 : (double) figure(Figure.TOTAL_BYTES) / expected;
        return new MoveState(
                id(),
                phase(),
                isBack() != (phase() == MovePhase.SWITCHED),
                dataSources(TableChange::from),
                dataSources(TableChange::to),
                isReshard() || isAlter() ? List.copyOf(new TreeSet<>(tables())) : List.of(),
                clauses(),
                oneWay(),
                units(),
                rows,
                total,
                Math.round(rows * rowBytes),
                Math.round(total * rowBytes),
                perSecond,
                perSecond > 0 && phase() == MovePhase.COPYING ? (total - rows) / perSecond : 0,
                figure(Figure.JOURNAL),
                figure(Figure.LAG_MILLIS),
                figure(Figure.REPAIRED),
                (int) figure(Figure.SWITCHES),
                (int) figure(Figure.UNDONE),
                figure(Figure.PAUSE_MILLIS),
                figure(Figure.EPOCH),
                message(),
                all(HOLDER),
                value(WORKER),
                Instant.ofEpochMilli(startedAt),
                Instant.ofEpochMilli(Long.parseLong(value(SINCE))));
    }
}
