package io.shardkit.plan;

import io.shardkit.merge.KeptColumns;
import io.shardkit.merge.SortKey;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Puts the calls of a query that go to one data source together, as members of a UNION ALL: one round trip instead of
 * one for each unit. A union may show columns in another way than its members do, so the first executions ask the units
 * one by one, and what they say of their columns is what a union has to say, too; if it ever says something else, or
 * fails at first, the units are asked one by one from then on. Part of a plan; thread-safe.
 */
public final class UnitUnions {
    private static final int MOST_MEMBERS = 64;
    private static final int MOST_CHARACTERS = 100_000;
    private static final int MOST_PARAMETERS = 4_096;

    private final int userParameters;
    /** What was found to differ stays so; anything else that two threads learn at once may be forgotten. */
    private final AtomicReference<Known> learned;

    private volatile Texts last = Texts.NONE;

    /**
     * @param executed whether the query ran before
     * @param columns what the units say of the columns, or null if they were not asked yet
     * @param units those that were asked
     * @param works whether a union answered as its members do
     * @param differs whether one did not
     */
    private record Known(
            boolean executed, @Nullable KeptColumns columns, BitSet units, boolean works, boolean differs) {
        static final Known NOTHING = new Known(false, null, new BitSet(), false, false);
    }

    /** The texts for these units, one for each round trip. */
    private record Texts(int[] units, List<Text> texts) {
        static final Texts NONE = new Texts(new int[0], List.of());
    }

    /** The text of the calls from one to another. */
    private record Text(int from, int to, String sql, int @Nullable [] sources) {}

    /** @param userParameters how many parameters the user's text has */
    UnitUnions(int userParameters) {
        this(userParameters, new AtomicReference<>(Known.NOTHING));
    }

    private UnitUnions(int userParameters, AtomicReference<Known> learned) {
        this.userParameters = userParameters;
        this.learned = learned;
    }

    /** For another text of the same shape: with literals where this one has parameters, and with the same columns. */
    UnitUnions ofText(int parameters) {
        return new UnitUnions(parameters, learned);
    }

    private Known known() {
        return Objects.requireNonNull(learned.get());
    }

    /** What units say of the columns; null as long as calls to these units have to stay apart. */
    public @Nullable KeptColumns columns(List<ShardCall> calls) {
        Known now = known();
        if (now.columns() == null || now.differs() || !sharesDataSource(calls)) {
            return null;
        }
        for (ShardCall call : calls) {
            if (!now.units().get(call.unit())) {
                return null;
            }
        }
        return now.columns();
    }

    private static boolean sharesDataSource(List<ShardCall> calls) {
        for (int i = 1; i < calls.size(); i++) {
            if (calls.get(i).dataSource() == calls.get(i - 1).dataSource()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a union was seen to answer as its members do. */
    public boolean works() {
        return known().works();
    }

    /** A union answered, with the columns that its members have. */
    public void worked() {
        Known now = known();
        if (!now.works() && !now.differs()) {
            learned.compareAndSet(now, new Known(true, now.columns(), now.units(), true, false));
        }
    }

    /** The units are asked one by one from now on. */
    public void differs() {
        learned.set(new Known(true, null, new BitSet(), false, true));
    }

    /** Whether the columns of these units are worth asking for. */
    public boolean mayLearn(List<ShardCall> calls) {
        return !known().differs() && sharesDataSource(calls);
    }

    /**
     * The units told their columns one by one. A query that runs only once has nothing to learn for.
     *
     * @param told what each of them said
     * @param beforehand whether the query did not run for it
     */
    public void learn(List<ShardCall> calls, List<ResultSetMetaData> told, boolean beforehand) throws SQLException {
        Known now = known();
        if (now.differs()) {
            return;
        }
        if (!now.executed() && !beforehand) {
            learned.compareAndSet(now, new Known(true, null, now.units(), false, false));
            return;
        }
        KeptColumns columns = now.columns() == null ? new KeptColumns(told.get(0)) : now.columns();
        BitSet units = (BitSet) now.units().clone();
        for (int i = 0; i < told.size(); i++) {
            if (!units.get(calls.get(i).unit())) {
                if (!columns.sameAs(told.get(i))) {
                    differs();
                    return;
                }
                units.set(calls.get(i).unit());
            }
        }
        learned.compareAndSet(now, new Known(true, columns, units, now.works(), false));
    }

    /** The calls, with as few round trips as there can be: those of one data source together. */
    public List<ShardCall> joined(List<ShardCall> calls) {
        List<ShardCall> joined = new ArrayList<>();
        for (Text text : texts(calls)) {
            joined.add(joined(calls.get(text.from()), text));
        }
        return joined;
    }

    /** As {@link #joined}, where the rows of each data source come in an order that its database makes. */
    public List<ShardCall> joinedInOrder(List<ShardCall> calls, List<SortKey> order, int columns) {
        StringBuilder clause = new StringBuilder();
        for (SortKey key : order) {
            int column = key.column() > 0 ? key.column() : columns + 1 + key.column();
            clause.append(clause.isEmpty() ? " ORDER BY " : ", ")
                    .append(column)
                    .append(key.descending() ? " DESC" : "");
        }
        List<ShardCall> ordered = joined(calls);
        int[] members = members(calls);
        for (int i = 0; i < members.length; i++) {
            if (members[i] > 1) {
                ShardCall call = ordered.get(i);
                ordered.set(i, new ShardCall(call.dataSource(), call.unit(), call.sql() + clause, call.mapping()));
            }
        }
        return ordered;
    }

    /** For each of the joined calls, how many calls it stands for. */
    public int[] members(List<ShardCall> calls) {
        return texts(calls).stream().mapToInt(text -> text.to() - text.from()).toArray();
    }

    private static ShardCall joined(ShardCall first, Text text) {
        if (text.to() - text.from() == 1) {
            return first;
        }
        ParameterMapping own = first.mapping();
        @Nullable Object[] computed = own == null ? new Object[0] : own.computed();
        int[] sources = text.sources();
        return new ShardCall(
                first.dataSource(),
                first.unit(),
                text.sql(),
                sources == null ? null : new ParameterMapping(sources, computed));
    }

    private List<Text> texts(List<ShardCall> calls) {
        int[] units = new int[calls.size()];
        for (int i = 0; i < units.length; i++) {
            units[i] = calls.get(i).unit();
        }
        Texts kept = last;
        if (!Arrays.equals(kept.units(), units)) {
            kept = new Texts(units, make(calls));
            last = kept;
        }
        return kept.texts();
    }

    private List<Text> make(List<ShardCall> calls) {
        List<Text> texts = new ArrayList<>();
        int parameters = sources(calls.get(0)).length;
        int from = 0;
        long characters = 0;
        for (int i = 0; i < calls.size(); i++) {
            ShardCall call = calls.get(i);
            int before = i - from;
            characters += call.sql().length();
            if (before > 0
                    && (call.dataSource() != calls.get(from).dataSource()
                            || before == MOST_MEMBERS
                            || characters > MOST_CHARACTERS
                            || (long) (before + 1) * parameters > MOST_PARAMETERS)) {
                texts.add(text(calls, from, i));
                from = i;
                characters = call.sql().length();
            }
        }
        texts.add(text(calls, from, calls.size()));
        return List.copyOf(texts);
    }

    private Text text(List<ShardCall> calls, int from, int to) {
        if (to - from == 1) {
            return new Text(from, to, calls.get(from).sql(), null);
        }
        StringBuilder sql = new StringBuilder();
        int[] one = sources(calls.get(from));
        int[] all = new int[one.length * (to - from)];
        for (int i = from; i < to; i++) {
            String member = calls.get(i).sql();
            // The user's text may end in a comment.
            boolean comments = member.contains("--") || member.indexOf('#') >= 0;
            sql.append(i == from ? "(" : " UNION ALL (").append(member).append(comments ? "\n)" : ")");
            System.arraycopy(one, 0, all, (i - from) * one.length, one.length);
        }
        return new Text(from, to, sql.toString(), all.length == 0 ? null : all);
    }

    /** Where the parameters of each call come from. */
    private int[] sources(ShardCall call) {
        ParameterMapping mapping = call.mapping();
        if (mapping != null) {
            return mapping.sources();
        }
        int[] all = new int[userParameters];
        Arrays.setAll(all, i -> i);
        return all;
    }
}
