package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Learned;
import io.shardkit.plan.MultiShardWrite;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * A MERGE of several rows of values into a sharded table: each row goes to the unit where a MERGE of that row alone would
 * run, rows of one unit in one statement. Immutable.
 *
 * @param rows the plan of a MERGE for each row alone, all with the same unique key or none
 * @param texts the parts of the SQL
 * @param alike whether all rows, with parameters set alike, have columns of the same types
 * @param untyped for each row its parameters that are not cast
 */
public record MergeOfRowsPlan(
        List<MergeStatementPlan> rows, InsertTexts texts, boolean alike, List<List<Integer>> untyped)
        implements StatementPlan {

    /** The plan of a statement, from those of its rows, or why there is none. */
    public static Attempt<StatementPlan> of(
            ParsedStatement.MergeOfRows merge, List<MergeStatementPlan> rows, Tables tables) {
        MergeKeys keys = rows.get(0).keys();
        if (!rows.stream().allMatch(row -> row.keys().isLike(keys))) {
            return Attempt.refused(ErrorCode.INSERT_FORM, "MERGE whose rows demand different unique keys");
        }
        SqlTemplate.Editor editor = new SqlTemplate.Editor(merge);
        SqlTemplate.Editor labelling = new SqlTemplate.Editor(merge);
        List<ParsedStatement.MergeRow> sources = merge.rows();
        sources.forEach(row -> row.labels().forEach((offset, label) -> labelling.insert(offset, label, List.of())));
        int start = sources.get(0).span().start();
        int end = sources.get(sources.size() - 1).span().end();
        InsertTexts texts = InsertTexts.of(
                tables.shardedOf(tables.uses().get(0)),
                merge.text().parameterCount(),
                Map.of(),
                editor.build(new Span(0, start)),
                sources.stream().map(row -> labelling.build(row.span())).toList(),
                merge.separator(),
                editor.build(new Span(end, merge.text().sql().length())));
        return Attempt.done(new MergeOfRowsPlan(
                rows,
                texts,
                merge.alike(),
                sources.stream().map(ParsedStatement.MergeRow::untyped).toList()));
    }

    @Override
    public StatementKind kind() {
        return StatementKind.UPDATE;
    }

    @Override
    public int parameterCount() {
        return texts.parameterCount();
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        List<BoundMerge.Row> bound = new ArrayList<>();
        for (MergeStatementPlan row : rows) {
            bound.add(row.row(parameters));
        }
        BoundMerge.Writes writes = units -> in(units, parameters);
        int[] homes = bound.stream().mapToInt(BoundMerge.Row::home).toArray();
        return MergeStatementPlan.asked(bound, writes.in(homes), writes, parameters, learned);
    }

    /** The MERGE with its rows in these units. */
    private Calls in(int[] units, Parameters parameters) throws SQLException {
        RowsByUnit placed = new RowsByUnit(units.length);
        for (int row = 0; row < units.length; row++) {
            placed.put(row, units[row]);
        }
        List<RowsByUnit.Part> parts = placed.parts(texts.table());
        if (parts.size() == 1) {
            return rows.get(0).placement().on(parts.get(0).unit());
        }
        if (!alike || !untyped.stream().allMatch(row -> areSetAlike(parameters, row))) {
            throw ShardingExceptions.of(
                    ErrorCode.INSERT_FORM, "MERGE whose rows, of several units, may have other types each");
        }
        List<ShardCall> calls = new ArrayList<>();
        parts.forEach(part -> calls.add(texts.call(part, new BitSet(), List.of())));
        return new MultiShardWrite(calls, Calls.Counts.SUM);
    }

    /** Returns true if the parameters of a row were set with the types of the first row's. */
    private boolean areSetAlike(Parameters parameters, List<Integer> row) {
        List<Integer> first = untyped.get(0);
        for (int i = 0; i < first.size(); i++) {
            if (!parameters.areSetAlike(first.get(i), row.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String reason(BoundPlan bound) {
        return bound.fanout().isScattered()
                ? "the rows belong to " + bound.fanout().units() + " actual tables of " + texts.table()
                : "";
    }
}
