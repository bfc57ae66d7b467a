package io.shardkit.plan;

import io.shardkit.observe.Advice;
import io.shardkit.sql.statement.Parameters;
import java.sql.Types;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The way in which one execution of a statement would run, step by step, as the rows of {@code EXPLAIN SHARDING}. Not
 * thread-safe until the explanation is written.
 */
public final class Explanation {
    private static final List<String> LABELS = List.of(
            "step",
            "way",
            "action",
            "data_source",
            "unit",
            "sql",
            "parameters",
            "merge",
            "reason",
            "advice",
            "rows",
            "bytes");
    /** Longer values are cut. */
    private static final int MOST_CHARACTERS = 40;

    private static final int DATA_SOURCE = LABELS.indexOf("data_source");
    private static final int REASON = LABELS.indexOf("reason");
    private static final int ADVICE = LABELS.indexOf("advice");
    private static final int ROWS = LABELS.indexOf("rows");
    private static final int BYTES = LABELS.indexOf("bytes");

    private final StatementKind kind;
    private final int parameterCount;
    private final List<String> dataSources;
    private final Function<String, List<String>> actualTables;
    private final Parameters parameters;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private String way = "";
    private @Nullable Refusal refusal;
    private List<Advice> advice = List.of();
    private int units;

    /**
     * @param kind of the statement
     * @param parameterCount how many the statement has
     * @param dataSources their names, by number
     * @param actualTables the actual tables that a text names
     * @param parameters the values that the statement is given
     */
    public Explanation(
            StatementKind kind,
            int parameterCount,
            List<String> dataSources,
            Function<String, List<String>> actualTables,
            Parameters parameters) {
        this.kind = kind;
        this.parameterCount = parameterCount;
        this.dataSources = dataSources;
        this.actualTables = actualTables;
        this.parameters = parameters;
    }

    /** The columns' labels. */
    public static List<String> labels() {
        return LABELS;
    }

    /** The columns' JDBC types. */
    public static int[] types() {
        int[] types = IntStream.range(0, LABELS.size()).map(i -> Types.VARCHAR).toArray();
        types[0] = Types.INTEGER;
        types[ROWS] = Types.BIGINT;
        types[BYTES] = Types.BIGINT;
        return types;
    }

    /** The steps, a value for each label. */
    public List<@Nullable Object[]> rows() {
        return List.copyOf(rows);
    }

    /** Names the way of running; the outermost names it first. */
    public void way(String name) {
        way = way.isEmpty() ? name : way;
    }

    /** The statement is sent, in its form for one unit. */
    public void run(ShardCall call) {
        add(action(), call.dataSource(), call.sql(), parameters(call.mapping()), null);
    }

    /** Each of these calls is run. */
    public void runAll(List<ShardCall> calls) {
        calls.forEach(this::run);
    }

    /** A data source is asked for rows with the same unique keys. */
    public void ask(ShardCall call) {
        add("ask", call.dataSource(), call.sql(), parameters(call.mapping()), null);
    }

    /** Rows are copied into a temporary table. */
    public void copy(ShardCall call, String temporaryTable) {
        add("copy to " + temporaryTable, call.dataSource(), call.sql(), parameters(call.mapping()), null);
    }

    /**
     * The same of a copy that an execution of the statement made before.
     *
     * @param how what narrows it while it is made, or null
     */
    public void copy(ShardCall call, String temporaryTable, Learned.@Nullable CopySize size, @Nullable String how) {
        add("copy to " + temporaryTable, call.dataSource(), call.sql(), parameters(call.mapping()), how);
        if (size != null) {
            @Nullable Object[] row = rows.get(rows.size() - 1);
            row[ROWS] = size.rows();
            row[BYTES] = size.bytes() < 0 ? null : size.bytes();
        }
    }

    /** Sets what would make the last step cheaper. */
    public void adviseStep(String text) {
        rows.get(rows.size() - 1)[ADVICE] = text;
    }

    /** Groups of several units become one in another temporary table. */
    public void group(ShardCall call, String temporaryTable) {
        add("merge to " + temporaryTable, call.dataSource(), call.sql(), null, null);
    }

    /** The answer is known without a database. */
    public void answer() {
        add(action(), -1, null, null, null);
    }

    /** The answers become one. */
    public void merge(String how) {
        add("merge", -1, null, null, how);
    }

    /** It is refused. */
    public void refuse(Refusal why) {
        refusal = why;
        way("refused");
        add("refuse", -1, null, null, null);
        reason(why.message());
    }

    /** Returns the kind of the statement. */
    public StatementKind kind() {
        return kind;
    }

    /** Returns the refusal of the statement, or null if there is none. */
    public @Nullable Refusal refusal() {
        return refusal;
    }

    /** Sets the reason why there is no shorter way. */
    public void reason(String text) {
        if (!rows.isEmpty() && !text.isEmpty()) {
            rows.get(0)[REASON] = text;
        }
    }

    /** Sets the advice that would make the statement cheaper. */
    public void advise(List<Advice> given) {
        advice = List.copyOf(given);
        if (!rows.isEmpty() && !given.isEmpty()) {
            Object ofStep = rows.get(0)[ADVICE];
            Stream<String> ofAll = given.stream().map(Advice::text);
            rows.get(0)[ADVICE] = Stream.concat(ofAll, Stream.ofNullable(ofStep).map(String::valueOf))
                    .collect(Collectors.joining("; "));
        }
    }

    /** Returns the advice that would make the statement cheaper, the simplest first; empty if none is known. */
    public List<Advice> advice() {
        return advice;
    }

    /** Returns the way in which the statement runs; empty until the way is known. */
    public String way() {
        return way;
    }

    /** Returns the reason why there is no shorter way; empty if no reason is needed. */
    public String reason() {
        return rows.isEmpty() || rows.get(0)[REASON] == null ? "" : String.valueOf(rows.get(0)[REASON]);
    }

    /** Calls that were told of are for more units than one each. */
    public void ofMoreUnits(int more) {
        units += more;
    }

    /** To how many units its calls go, each time one is asked; those that depend on the answers of others left out. */
    public int units() {
        return units;
    }

    /** Returns true if the statement's calls go to several data sources. */
    public boolean isOverDataSources() {
        return rows.stream()
                        .map(row -> row[DATA_SOURCE])
                        .filter(Objects::nonNull)
                        .distinct()
                        .count()
                > 1;
    }

    private String action() {
        return kind.words().toLowerCase(Locale.ROOT);
    }

    private void add(
            String action, int dataSource, @Nullable String sql, @Nullable String parameters, @Nullable String merge) {
        List<String> tables = sql == null ? List.of() : actualTables.apply(sql);
        units += dataSource < 0 ? 0 : 1;
        rows.add(new @Nullable Object[] {
            rows.size() + 1,
            way,
            action,
            dataSource < 0 ? null : dataSources.get(dataSource),
            tables.isEmpty() ? null : String.join(", ", tables),
            sql,
            parameters,
            merge,
            null,
            null,
            null,
            null
        });
    }

    /** The user's parameters in the order in which the text has them, each with its value if it was given. */
    private @Nullable String parameters(@Nullable ParameterMapping mapping) {
        int[] sources = mapping == null ? IntStream.range(0, parameterCount).toArray() : mapping.sources();
        if (sources.length == 0) {
            return null;
        }
        List<String> names = new ArrayList<>();
        for (int source : sources) {
            names.add(source >= 0 ? "?" + (source + 1) + given(source) : "computed");
        }
        return String.join(", ", names);
    }

    /** The value of a parameter; empty if it has none, or one that is no plain value. */
    private String given(int parameter) {
        if (!parameters.isSet(parameter)) {
            return "";
        }
        Object value =
                parameters.isLong(parameter) ? (Object) parameters.longValue(parameter) : parameters.object(parameter);
        if (value instanceof String text) {
            boolean whole = text.length() <= MOST_CHARACTERS;
            return " = '" + (whole ? text : text.substring(0, MOST_CHARACTERS) + "...") + "'";
        }
        boolean plain = value instanceof Number
                || value instanceof Boolean
                || value instanceof Temporal
                || value instanceof Date
                || value instanceof UUID;
        return value == null ? " = NULL" : plain ? " = " + value : "";
    }
}
