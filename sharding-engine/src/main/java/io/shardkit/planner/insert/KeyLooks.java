package io.shardkit.planner.insert;

import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.unique.KeyLook;
import io.shardkit.plan.unique.KeyPlace;
import io.shardkit.plan.unique.UniqueCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Puts questions for rows with unique keys together, one or a few for each data source. Not thread-safe. */
final class KeyLooks {
    /** The number of rows that one question may look for. */
    private static final int MOST_PLACES = 100;

    private final UniqueCheck check;
    private final boolean deletes;
    private final SortedMap<Integer, Question> open = new TreeMap<>();
    private final SortedMap<Integer, List<KeyLook>> looks = new TreeMap<>();

    /** A question to a data source. */
    private static final class Question {
        private final List<KeyPlace> places = new ArrayList<>();
        private final StringBuilder sql = new StringBuilder();
        private final List<Object> values = new ArrayList<>();
    }

    /** @param deletes whether the rows that are found are deleted; else they are locked */
    KeyLooks(UniqueCheck check, boolean deletes) {
        this.check = check;
        this.deletes = deletes;
    }

    /**
     * Looks in a unit for the row that has a key.
     *
     * @param number what is told of it
     * @param values of the key's columns, as they are stored
     */
    void add(int number, UniqueCheck.Key key, List<Object> values, int unit) {
        int dataSource = check.table().dataSource(unit);
        Question question = open.computeIfAbsent(dataSource, none -> new Question());
        String rows =
                " FROM " + check.name().render(use -> check.table().actualTable(unit)) + " WHERE " + key.condition(1);
        String text = deletes ? "DELETE" + rows : "SELECT 1" + rows + " FOR UPDATE";
        question.sql
                .append(question.places.isEmpty() ? "SELECT " : " UNION ALL SELECT ")
                .append(question.places.size())
                .append(rows);
        question.values.addAll(values);
        question.places.add(new KeyPlace(number, check, key, call(dataSource, unit, text, values)));
        if (question.places.size() == MOST_PLACES) {
            end(dataSource);
        }
    }

    private void end(int dataSource) {
        Question question = open.remove(dataSource);
        if (question != null) {
            int unit = question.places.get(0).unit();
            ShardCall call = call(dataSource, unit, question.sql.toString(), question.values);
            looks.computeIfAbsent(dataSource, none -> new ArrayList<>()).add(new KeyLook(call, question.places));
        }
    }

    /** All questions, ordered by data source. */
    List<KeyLook> all() {
        List.copyOf(open.keySet()).forEach(this::end);
        return looks.values().stream().flatMap(List::stream).toList();
    }

    private static ShardCall call(int dataSource, int unit, String sql, List<Object> values) {
        int[] sources = IntStream.range(0, values.size()).map(i -> -1 - i).toArray();
        return new ShardCall(dataSource, unit, sql, new ParameterMapping(sources, values.toArray()));
    }
}
