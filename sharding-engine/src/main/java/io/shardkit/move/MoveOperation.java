package io.shardkit.move;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A move as it is stored with its change of the rule: what is to be done, how far it is, and what was seen. Immutable.
 *
 * <p>Each attempt to switch has a number that no other one gets, and the names that tables get in it have that number: so a
 * worker that was stopped and goes on after it was replaced finds no table that it could rename.
 */
final class MoveOperation {
    private static final String KIND = "kind";
    private static final String MOVE = "move";
    private static final String ID = "id";
    private static final String UNIT = "unit.";
    private static final String HOLDER = "holder.";
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

    static MoveOperation of(String id, List<MovedUnit> units, MoveRequest request) {
        SortedMap<String, String> values = new TreeMap<>();
        values.put(KIND, MOVE);
        values.put(ID, id);
        for (int i = 0; i < units.size(); i++) {
            MovedUnit unit = units.get(i);
            values.put(
                    UNIT + i,
                    String.join(
                            "\t",
                            unit.table(),
                            Integer.toString(unit.number()),
                            unit.actual(),
                            unit.from(),
                            unit.to(),
                            unit.renamed()));
        }
        values.put(BY_HAND, Boolean.toString(request.switchByHand()));
        values.put(SPEED, Long.toString(request.rowsPerSecond()));
        return new MoveOperation(values).in(MovePhase.PREPARING);
    }

    /** Returns true if the operation of a change is a move. */
    static boolean isOne(String text) {
        return MOVE.equals(properties(text).getProperty(KIND));
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

    List<MovedUnit> units() {
        return units;
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
        SortedMap<String, String> changed = new TreeMap<>(values);
        changed.keySet().removeIf(name -> name.startsWith(HOLDER));
        for (int i = 0; i < holders.size(); i++) {
            changed.put(HOLDER + i, holders.get(i));
        }
        return new MoveOperation(changed);
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
    Map<String, Map<Integer, String>> moved() {
        Map<String, Map<Integer, String>> moved = new TreeMap<>();
        units.forEach(unit ->
                moved.computeIfAbsent(unit.table(), any -> new TreeMap<>()).put(unit.number(), unit.place(isBack())));
        return moved;
    }

    MoveState state(long startedAt) {
        long perSecond = figure(Figure.COPIED_PER_SECOND);
        long rows = figure(Figure.ROWS);
        long total = Math.max(rows, figure(Figure.TOTAL));
        List<String> holders = new ArrayList<>();
        for (int i = 0; values.containsKey(HOLDER + i); i++) {
            holders.add(value(HOLDER + i));
        }
        return new MoveState(
                id(),
                phase(),
                isBack() != (phase() == MovePhase.SWITCHED),
                units.stream().map(unit -> unit.source(isBack())).distinct().toList(),
                units.stream().map(unit -> unit.target(isBack())).distinct().toList(),
                units.stream().map(MovedUnit::toString).toList(),
                rows,
                total,
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
                holders,
                value(WORKER),
                Instant.ofEpochMilli(startedAt),
                Instant.ofEpochMilli(Long.parseLong(value(SINCE))));
    }
}
