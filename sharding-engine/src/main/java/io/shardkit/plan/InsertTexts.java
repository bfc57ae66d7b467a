package io.shardkit.plan;

import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.SqlTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an INSERT ... VALUES, put together anew for the rows of one unit. Immutable.
 *
 * @param parameterCount how many parameters the user's text has
 * @param keyParameters from each parameter that a row gives its key by to the row
 * @param head from the start to the first row
 * @param rows the rows
 * @param alike the text of all rows if they are several of one text that names no table, else null
 * @param tail what follows the last row
 */
record InsertTexts(
        ShardedTable table,
        int parameterCount,
        Map<Integer, Integer> keyParameters,
        SqlTemplate head,
        List<SqlTemplate> rows,
        @Nullable String alike,
        SqlTemplate tail) {

    private static final int INITIAL_PLACES = 64;

    /** Between two rows. */
    private static final String COMMA = ", ";

    /** Takes the parts. */
    static InsertTexts of(
            ShardedTable table,
            int parameterCount,
            Map<Integer, Integer> keyParameters,
            SqlTemplate head,
            List<SqlTemplate> rows,
            SqlTemplate tail) {
        return new InsertTexts(table, parameterCount, keyParameters, head, rows, alike(rows), tail);
    }

    private static @Nullable String alike(List<SqlTemplate> rows) {
        String first = rows.get(0).constant();
        return rows.size() > 1 && first != null && rows.stream().allMatch(row -> first.equals(row.constant()))
                ? String.join(COMMA, Collections.nCopies(rows.size(), first))
                : null;
    }

    /**
     * The call that inserts the rows of one unit.
     *
     * @param generated the rows whose keys are generated
     * @param made the keys of all rows, empty if none can be generated
     */
    ShardCall call(RowsByUnit.Part part, BitSet generated, List<Object> made) {
        Sources sources = new Sources(generated, made);
        head.forEachSource(sources);
        for (int row : part.rows()) {
            rows.get(row).forEachSource(sources);
        }
        tail.forEachSource(sources);
        // Without a mapping a call would get all of the user's parameters, though this unit's rows may use none.
        ParameterMapping mapping = parameterCount == 0 && sources.count == 0 ? null : sources.mapping();
        return new ShardCall(table.dataSource(part.unit()), part.unit(), text(part), mapping);
    }

    private String text(RowsByUnit.Part part) {
        IntFunction<@Nullable String> names = use -> table.actualTable(part.unit());
        return head.render(names) + rows(part.rows(), names) + tail.render(names);
    }

    private String rows(int[] part, IntFunction<@Nullable String> names) {
        if (alike != null) {
            int lengthWithComma = (alike.length() + COMMA.length()) / rows.size();
            return alike.substring(0, part.length * lengthWithComma - COMMA.length());
        }
        return Arrays.stream(part).mapToObj(row -> rows.get(row).render(names)).collect(Collectors.joining(COMMA));
    }

    /** The call that inserts all rows. */
    ShardCall whole(int unit, UnitTexts texts, BitSet generated, List<Object> made) {
        Sources sources = new Sources(generated, made);
        for (int source : texts.sources()) {
            sources.accept(source);
        }
        ShardCall kept = texts.call(unit).call();
        return new ShardCall(kept.dataSource(), unit, kept.sql(), sources.mapping());
    }

    /** The call that inserts the only row, whose key is generated. */
    ShardCall oneRow(int unit, UnitTexts texts, Object key) {
        int[] sources = texts.sources();
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] < 0 || keyParameters.containsKey(sources[i])) {
                sources[i] = -1;
            }
        }
        ShardCall kept = texts.call(unit).call();
        return new ShardCall(kept.dataSource(), unit, kept.sql(), new ParameterMapping(sources, new Object[] {key}));
    }

    /** Collects where parameters come from; the keys of rows are computed where they are generated. */
    private final class Sources implements IntConsumer {
        private int[] places = new int[INITIAL_PLACES];
        private int count;
        private final List<@Nullable Object> computed = new ArrayList<>();
        private final BitSet generated;
        private final List<Object> made;

        Sources(BitSet generated, List<Object> made) {
            this.generated = generated;
            this.made = made;
        }

        @Override
        public void accept(int source) {
            if (count == places.length) {
                places = Arrays.copyOf(places, 2 * count);
            }
            places[count++] = place(source);
        }

        private int place(int source) {
            if (generated.isEmpty()) {
                return source;
            }
            int row = source < 0 ? -1 - source : keyParameters.getOrDefault(source, -1);
            if (row < 0 || !generated.get(row)) {
                return source;
            }
            computed.add(made.get(row));
            return -computed.size();
        }

        ParameterMapping mapping() {
            return new ParameterMapping(Arrays.copyOf(places, count), computed.toArray());
        }
    }
}
