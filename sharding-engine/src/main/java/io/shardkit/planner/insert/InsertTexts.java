package io.shardkit.planner.insert;

import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an INSERT ... VALUES, or of a MERGE of rows, put together anew for the rows of one unit. Immutable.
 *
 * @param parameterCount how many parameters the user's text has
 * @param keyParameters from each parameter that a row gives its key by to the row
 * @param head from the start to the first row
 * @param rows the rows
 * @param separator what stands between two rows
 * @param alike the text of all rows if they are several of one text that names no table, else null
 * @param tail what follows the last row
 */
record InsertTexts(
        RoutedTable table,
        int parameterCount,
        Map<Integer, Integer> keyParameters,
        SqlTemplate head,
        List<SqlTemplate> rows,
        String separator,
        @Nullable String alike,
        SqlTemplate tail) {

    private static final Object[] NOTHING = {};

    /** Takes the parts. */
    static InsertTexts of(
            RoutedTable table,
            int parameterCount,
            Map<Integer, Integer> keyParameters,
            SqlTemplate head,
            List<SqlTemplate> rows,
            String separator,
            SqlTemplate tail) {
        return new InsertTexts(
                table, parameterCount, keyParameters, head, rows, separator, alike(rows, separator), tail);
    }

    private static @Nullable String alike(List<SqlTemplate> rows, String separator) {
        String first = rows.get(0).constant();
        if (rows.size() == 1 || first == null) {
            return null;
        }
        for (SqlTemplate row : rows) {
            if (!first.equals(row.constant())) {
                return null;
            }
        }
        return String.join(separator, Collections.nCopies(rows.size(), first));
    }

    /**
     * The call that inserts the rows of one unit.
     *
     * @param generated the rows whose keys are generated
     * @param made the keys of all rows, empty if none can be generated
     */
    ShardCall call(RowsByUnit.Part part, BitSet generated, List<Object> made) {
        int[] sources = sources(part.rows());
        Object[] computed = redirected(sources, generated, made);
        // Without a mapping a call would get all of the user's parameters, though this unit's rows may use none.
        ParameterMapping mapping =
                parameterCount == 0 && sources.length == 0 ? null : new ParameterMapping(sources, computed);
        return new ShardCall(table.dataSource(part.unit()), part.unit(), text(part), mapping);
    }

    private int[] sources(int[] part) {
        int count = head.sourceCount() + tail.sourceCount();
        for (int row : part) {
            count += rows.get(row).sourceCount();
        }
        int[] sources = new int[count];
        int end = head.copySources(sources, 0);
        for (int row : part) {
            end = rows.get(row).copySources(sources, end);
        }
        tail.copySources(sources, end);
        return sources;
    }

    /** Redirects the places of generated keys, in this array, to the values that it returns. */
    private Object[] redirected(int[] sources, BitSet generated, List<Object> made) {
        if (generated.isEmpty()) {
            return NOTHING;
        }
        List<Object> computed = new ArrayList<>();
        for (int i = 0; i < sources.length; i++) {
            int row = sources[i] < 0 ? -1 - sources[i] : keyParameters.getOrDefault(sources[i], -1);
            if (row >= 0 && generated.get(row)) {
                computed.add(made.get(row));
                sources[i] = -computed.size();
            }
        }
        return computed.toArray();
    }

    private String text(RowsByUnit.Part part) {
        IntFunction<@Nullable String> names = use -> table.actualTable(part.unit());
        String before = head.render(names);
        String values = rows(part.rows(), names);
        // VALUES(1),ROW(2): the first row of another unit may begin with a word.
        return before + (SqlTemplate.wouldBeOneWord(before, values) ? " " : "") + values + tail.render(names);
    }

    private String rows(int[] part, IntFunction<@Nullable String> names) {
        if (alike != null) {
            int length = (alike.length() + separator.length()) / rows.size();
            return alike.substring(0, part.length * length - separator.length());
        }
        return Arrays.stream(part).mapToObj(row -> rows.get(row).render(names)).collect(Collectors.joining(separator));
    }

    /** The call that inserts all rows. */
    ShardCall whole(int unit, UnitTexts texts, BitSet generated, List<Object> made) {
        int[] sources = texts.sources();
        Object[] computed = redirected(sources, generated, made);
        ShardCall kept = texts.call(unit).call();
        return new ShardCall(kept.dataSource(), unit, kept.sql(), new ParameterMapping(sources, computed));
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
}
