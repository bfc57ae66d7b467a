package io.shardkit.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write of copies on several data sources, which have to agree on the time.
 *
 * @param dataSources where it writes, ascending
 * @param questions the expressions of time whose values the text needs as literals
 * @param text the text for the literals of these expressions
 * @param mapping where its parameters come from, or null for the user's parameters as they stand
 * @param made the keys of its rows
 */
public record FixedTimestampWrite(
        List<Integer> dataSources,
        List<String> questions,
        TimedText text,
        @Nullable ParameterMapping mapping,
        MadeKeys made)
        implements BoundWrite, WriteStep {
    /** One that makes no keys. */
    public FixedTimestampWrite(List<Integer> dataSources, List<String> questions, TimedText text) {
        this(dataSources, questions, text, null, MadeKeys.NONE);
    }

    /** The write at a moment. */
    public MultiShardWrite at(List<String> literals) {
        String sql = text.at(literals);
        List<ShardCall> calls = new ArrayList<>();
        dataSources.forEach(dataSource -> calls.add(new ShardCall(dataSource, 0, sql, mapping)));
        return new MultiShardWrite(List.copyOf(calls), Calls.Counts.SAME, null, null, made);
    }

    @Override
    public Fanout fanout() {
        return Fanout.of(dataSources);
    }

    @Override
    public boolean staysOn(int dataSource) {
        return dataSources.equals(List.of(dataSource));
    }

    @Override
    public void describe(Explanation to) {
        at(questions.stream().map(question -> "<" + question + ">").toList()).describe(to);
    }

    @Override
    public List<WriteStep> steps() {
        return List.of(this);
    }
}
