package io.shardkit.plan.gather;

import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query that needs rows of several units together: they are copied into temporary tables on one data source,
 * and the user's text runs there.
 *
 * @param dataSource the home
 * @param tables the tables to make and fill
 * @param text the user's text; the slots of gathered tables take their temporary names
 * @param windows whether the text calls window functions
 * @param direct for each table use that is not gathered but sharded, the name of its one actual table
 * @param limit how much may be moved between databases
 * @param sizes the sizes that the copies had before
 * @param columns tells the columns of the answer, or null if they are those that the text has
 */
public record Gather(
        int dataSource,
        List<GatherTable> tables,
        SqlTemplate text,
        boolean windows,
        Map<Integer, String> direct,
        GatherLimit limit,
        Learned.CopySizes sizes,
        @Nullable AnswerColumns columns)
        implements BoundQuery {
    private static final long MANY_ROWS = 1000;

    /** The home, and all that rows are read from, each once, ascending. */
    @Override
    public List<Integer> dataSources() {
        return Stream.concat(
                        Stream.of(dataSource),
                        tables.stream()
                                .flatMap(table -> Stream.concat(table.remote().stream(), table.local().stream()))
                                .map(ShardCall::dataSource))
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public Fanout fanout() {
        int units = tables.stream()
                .mapToInt(table -> table.remote().size() + table.local().size())
                .sum();
        return new Fanout(ExecutionStrategy.GATHER, units);
    }

    /** Nearly all of them read each data source that they name. */
    @Override
    public boolean reads(BitSet dataSources) {
        return true;
    }

    @Override
    public void describe(Explanation to) {
        to.way("gather");
        describeCopies(to);
        for (GatherTable table : tables) {
            if (table.groups() != null) {
                String name = temporaryName(table.use());
                to.group(new ShardCall(dataSource, 0, table.groups().merge(unmerged(name)), null), name);
            }
        }
        for (SqlTemplate.Asked query : text.asked()) {
            to.copy(call(dataSource, 0, query.query(), this::shownName), temporaryName(query.use()));
            ParameterMapping none = new ParameterMapping(new int[0], new Object[0]);
            String rows = "SELECT * FROM " + temporaryName(query.use());
            copiesOf(query).forEach(use -> to.copy(new ShardCall(dataSource, 0, rows, none), temporaryName(use)));
        }
        to.run(call(dataSource, 0, text, this::shownName));
    }

    /** The numbers of further tables with the rows of a query that is asked before. */
    public List<Integer> copiesOf(SqlTemplate.Asked query) {
        return Stream.concat(
                        text.uses().stream(), text.asked().stream().flatMap(other -> other.query().uses().stream()))
                .filter(use -> TableUse.original(use) == query.use() && TableUse.copy(use) > 0)
                .distinct()
                .sorted()
                .toList();
    }

    /** Tells of the copies; temporary tables have names by which the steps can be followed. */
    void describeCopies(Explanation to) {
        for (GatherTable table : tables) {
            String name = temporaryName(table.use());
            String first = table.groups() == null ? name : unmerged(name);
            boolean most = movesMost(table);
            for (ShardCall copy : table.calls()) {
                to.copy(copy, first, sizes.of(table.use(), copy.unit()), narrowing(table));
                if (most) {
                    to.adviseStep(adviceOf(table, copy));
                    most = false;
                }
            }
            describeRepeats(to, table, use -> shownName(table, use));
        }
    }

    /** The columns by whose keys a table that turns out to be large is asked for. */
    private static @Nullable String narrowing(GatherTable table) {
        return table.narrowing() == null
                ? null
                : table.narrowing().links().stream()
                        .map(link -> link.column() + " by keys of " + temporaryName(link.from()))
                        .distinct()
                        .collect(Collectors.joining(", ", "if large: ", ""));
    }

    /** Returns true if an execution moved many rows, and most of them for this table. */
    private boolean movesMost(GatherTable table) {
        long all = tables.stream().mapToLong(this::movedRows).sum();
        return all >= MANY_ROWS && movedRows(table) * 2 > all;
    }

    private long movedRows(GatherTable table) {
        return table.remote().stream()
                .filter(copy -> copy.dataSource() != dataSource)
                .map(copy -> sizes.of(table.use(), copy.unit()))
                .filter(Objects::nonNull)
                .mapToLong(Learned.CopySize::rows)
                .sum();
    }

    /** Remembers the size of a table that was copied; one that could have been asked for by keys was copied whole. */
    public void copied(GatherTable table) {
        if (table.narrowing() != null) {
            sizes.foundWhole(table.use(), movedRows(table));
        }
    }

    private static String adviceOf(GatherTable table, ShardCall copy) {
        String condition = copy.sql().contains(" WHERE ") ? "a stricter condition" : "a condition";
        return "most of the rows that move are of " + table.logicalName() + ": " + condition
                + " on its columns alone would leave fewer; for a report of all rows use sharding-admin export, which lets an"
                + " analytical engine read them where they are";
    }

    /** Tells of the tables that are made of a table once it is filled. */
    void describeRepeats(Explanation to, GatherTable table, IntFunction<String> names) {
        for (int use : table.repeats()) {
            String rows = "SELECT * FROM " + names.apply(table.use());
            ParameterMapping none = new ParameterMapping(new int[0], new Object[0]);
            to.copy(new ShardCall(dataSource, 0, rows, none), names.apply(use));
        }
    }

    /** The name in the text for a table use. */
    public String shownName(int use) {
        GatherTable table = copied(use);
        return direct.getOrDefault(use, table == null ? temporaryName(use) : shownName(table, use));
    }

    static String shownName(GatherTable table, int use) {
        return temporaryName(table.repeats().contains(use) ? use : table.use());
    }

    /** The same of a table that the rows of a subquery are made of. */
    static String shownName(String ofSubquery, GatherTable table, int use) {
        return ofSubquery + suffix(table.repeats().contains(use) ? use : table.use());
    }

    /** The table with the copy that a table use reads, or null if it is not copied. */
    public @Nullable GatherTable copied(int use) {
        for (GatherTable table : tables) {
            if (table.uses().contains(use) || table.repeats().contains(use)) {
                return table;
            }
        }
        return null;
    }

    /** The name of a temporary table by which steps can be followed; the real one is made at each execution. */
    public static String temporaryName(int use) {
        return "gathered" + suffix(use);
    }

    private static String suffix(int use) {
        int copy = TableUse.copy(use);
        return "_" + TableUse.original(use) + (copy == 0 ? "" : "_" + (copy + 1));
    }

    private static String unmerged(String name) {
        return "units_of_" + name;
    }

    static ShardCall call(int dataSource, int unit, SqlTemplate text, IntFunction<@Nullable String> names) {
        return new ShardCall(dataSource, unit, text.render(names), new ParameterMapping(text.sources(), new Object[0]));
    }
}
