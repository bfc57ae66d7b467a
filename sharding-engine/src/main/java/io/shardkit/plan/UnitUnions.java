package io.shardkit.plan;

import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.merge.memory.KeptColumns;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Puts the calls of a query that go to one data source together, as members of a UNION ALL: one round trip instead of
 * one for each unit. A union may show columns in another way than its members do, so the first executions ask the units
 * one by one, and what they say of their columns is what a union has to say, too; if it ever says something else, or
 * fails at first, the units are asked one by one from then on. Part of what is learned beside a plan; thread-safe.
 */
public final class UnitUnions {
    private static final long MOST_SORTED_ROWS = 1_000;

    private final UnionTexts texts;
    /** The knowledge so far. A difference once found is kept; anything else that two threads learn at once may be lost. */
    private final AtomicReference<Known> learned;

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

        /** Returns true if the units of all these calls were asked and some of them share a data source. */
        boolean covers(List<ShardCall> calls) {
            for (ShardCall call : calls) {
                if (!units.get(call.unit())) {
                    return false;
                }
            }
            return sharesDataSource(calls);
        }
    }

    /** A query whose calls may go together. */
    public interface Merged {
        List<ShardCall> calls();

        MergeSpec merge();

        RowLimit limit();
    }

    /** @param userParameters how many parameters the user's text has */
    public UnitUnions(int userParameters) {
        this(userParameters, new AtomicReference<>(Known.NOTHING));
    }

    private UnitUnions(int userParameters, AtomicReference<Known> learned) {
        this.texts = new UnionTexts(userParameters);
        this.learned = learned;
    }

    /** For another text of the same shape: with literals where this one has parameters, and with the same columns. */
    public UnitUnions ofText(int parameters) {
        return new UnitUnions(parameters, learned);
    }

    private Known known() {
        return Objects.requireNonNull(learned.get());
    }

    /**
     * The calls of an execution, put together by data source.
     *
     * @param calls the unions, and the calls that stay alone
     * @param columns the columns that the answers must have
     * @param members for each call the number of calls it stands for, if the rows are to be sorted in memory; else null
     * @param proven whether a union was seen to answer as its members do; else it may fail or answer differently
     */
    public record Joined(List<ShardCall> calls, KeptColumns columns, int @Nullable [] members, boolean proven) {}

    /**
     * Decides whether the calls of an execution go together; null if they go one by one.
     *
     * @param oneStream whether rows are read as they come, which the driver does for one result at a time only
     * @param mayTry whether a union may fail
     */
    public @Nullable Joined join(Merged query, boolean oneStream, boolean mayTry) {
        Known now = known();
        KeptColumns columns = now.columns();
        if (columns == null || !now.covers(query.calls()) || !(now.works() || mayTry)) {
            return null;
        }
        if (!isOrderedByDatabases(query)) {
            int[] members = isOrdered(query) ? texts.members(query.calls()) : null;
            return new Joined(texts.joined(query.calls()), columns, members, now.works());
        }
        return oneStream && isSortable(query)
                ? new Joined(
                        texts.joinedInOrder(query.calls(), query.merge().order(), columns.getColumnCount()),
                        columns,
                        null,
                        now.works())
                : null;
    }

    /**
     * Returns true if the units have to describe their columns before an execution: asking the units one by one even once
     * would read all their rows at once.
     *
     * @param oneStream as for {@link #join}
     */
    public boolean wantsColumns(Merged query, boolean oneStream) {
        Known now = known();
        boolean sorted = isOrdered(query) && !(isOrderedByDatabases(query) && isSortable(query));
        return oneStream
                && query.merge().aggregation() == null
                && !sorted
                && !now.differs()
                && sharesDataSource(query.calls())
                && !(now.columns() != null && now.covers(query.calls()));
    }

    /** The calls as most executions make them, once the columns are known. */
    public List<ShardCall> usual(Merged query) {
        return isOrderedByDatabases(query) ? query.calls() : texts.joined(query.calls());
    }

    /** Returns true if rows pass through in an order. */
    private static boolean isOrdered(Merged query) {
        return query.merge().aggregation() == null && !query.merge().order().isEmpty();
    }

    /** Returns true if an ordered result may have too many rows to be sorted in memory. */
    private static boolean isOrderedByDatabases(Merged query) {
        long last = query.limit().offset() + query.limit().count();
        return isOrdered(query) && (last < 0 || last > MOST_SORTED_ROWS);
    }

    /** Returns true if a database can sort the rows of a union as it sorts those of its members. */
    private static boolean isSortable(Merged query) {
        return query.merge().order().stream().allMatch(key -> key.sortedBy() != 0);
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

    private static boolean sharesDataSource(List<ShardCall> calls) {
        for (int i = 1; i < calls.size(); i++) {
            if (calls.get(i).dataSource() == calls.get(i - 1).dataSource()) {
                return true;
            }
        }
        return false;
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
}
