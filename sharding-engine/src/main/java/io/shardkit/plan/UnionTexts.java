package io.shardkit.plan;

import io.shardkit.merge.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the calls that go to one data source as one UNION ALL, within what databases take. Thread-safe. */
final class UnionTexts {
    private static final int MOST_MEMBERS = 64;
    private static final int MOST_CHARACTERS = 100_000;
    private static final int MOST_PARAMETERS = 4_096;

    /** The longest SQL that is kept; longer SQL is written anew for each execution, as each plan might keep some. */
    private static final int MOST_KEPT = 16_384;

    /** The user's parameters as they stand. */
    private final int[] everyParameter;

    private volatile Texts last = Texts.NONE;

    /** The SQL for these units, one statement for each round trip. */
    private record Texts(int[] units, List<Text> texts) {
        static final Texts NONE = new Texts(new int[0], List.of());
    }

    /** The text of the calls from one to another. */
    private record Text(int from, int to, String sql) {}

    /** @param userParameters how many parameters the user's text has */
    UnionTexts(int userParameters) {
        this.everyParameter = new int[userParameters];
        Arrays.setAll(everyParameter, i -> i);
    }

    /** The calls, with as few round trips as there can be: those of one data source together. */
    List<ShardCall> joined(List<ShardCall> calls) {
        List<ShardCall> joined = new ArrayList<>();
        for (Text text : texts(calls)) {
            joined.add(joined(calls, text));
        }
        return joined;
    }

    /** As {@link #joined}, where the rows of each data source come in an order that its database makes. */
    List<ShardCall> joinedInOrder(List<ShardCall> calls, List<SortKey> order, int columns) {
        StringBuilder clause = new StringBuilder();
        for (SortKey key : order) {
            int column = key.sortedBy() > 0 ? key.sortedBy() : columns + 1 + key.sortedBy();
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
    int[] members(List<ShardCall> calls) {
        return texts(calls).stream().mapToInt(text -> text.to() - text.from()).toArray();
    }

    private ShardCall joined(List<ShardCall> calls, Text text) {
        ShardCall first = calls.get(text.from());
        int members = text.to() - text.from();
        if (members == 1) {
            return first;
        }
        int count = sources(first).length;
        int[] all = new int[count * members];
        for (int i = 0; i < members; i++) {
            System.arraycopy(sources(calls.get(text.from() + i)), 0, all, i * count, count);
        }
        ParameterMapping mapping = count == 0 ? null : new ParameterMapping(all, first.computed());
        return new ShardCall(first.dataSource(), first.unit(), text.sql(), mapping);
    }

    private List<Text> texts(List<ShardCall> calls) {
        int[] units = new int[calls.size()];
        for (int i = 0; i < units.length; i++) {
            units[i] = calls.get(i).unit();
        }
        Texts kept = last;
        if (!Arrays.equals(kept.units(), units)) {
            kept = new Texts(units, make(calls));
            long characters =
                    kept.texts().stream().mapToLong(text -> text.sql().length()).sum();
            if (characters <= MOST_KEPT) {
                last = kept;
            }
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
            return new Text(from, to, calls.get(from).sql());
        }
        StringBuilder sql = new StringBuilder();
        for (int i = from; i < to; i++) {
            String member = calls.get(i).sql();
            // The user's text may end in a comment.
            boolean comments = member.contains("--") || member.indexOf('#') >= 0;
            sql.append(i == from ? "(" : " UNION ALL (").append(member).append(comments ? "\n)" : ")");
        }
        return new Text(from, to, sql.toString());
    }

    /** Returns the sources of a call's parameters. */
    private int[] sources(ShardCall call) {
        ParameterMapping mapping = call.mapping();
        return mapping == null ? everyParameter : mapping.sources();
    }
}
