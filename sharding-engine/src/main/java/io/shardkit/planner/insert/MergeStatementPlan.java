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
import io.shardkit.plan.unique.ProbedWrite;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.plan.unique.UniquenessProbe;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Traffic;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A MERGE of rows of values into a sharded table: each row goes to the unit where a MERGE of that row alone would run, rows
 * of one unit in one statement. Immutable.
 *
 * @param merge the statement
 * @param rows the plan of each row alone, all with the same unique keys or none
 * @param texts the parts of the SQL
 * @param meeting how rows meet those of other units, or null if they depend on none
 */
public record MergeStatementPlan(
        ParsedStatement.Merge merge, List<MergeRowPlan> rows, InsertTexts texts, @Nullable Meeting meeting)
        implements StatementPlan {

    /** The plan of a statement, from those of its rows, or why there is none. */
    public static Attempt<StatementPlan> of(ParsedStatement.Merge merge, List<MergeRowPlan> rows, Tables tables) {
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
        UniqueCheck check = keys.check();
        Meeting meeting = check == null
                ? null
                : new Meeting(
                        new RowKeyValues(
                                check,
                                rows.stream().map(row -> row.keys().claims()).toList()),
                        ParsedStatement.Upsert.withoutAssignments(ParsedStatement.Upsert.MERGE, merge.key(), false),
                        keys.updates(),
                        null);
        return Attempt.done(new MergeStatementPlan(merge, rows, texts, meeting));
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
        List<BoundUpsert.Row> bound = new ArrayList<>();
        int[] homes = new int[rows.size()];
        for (int row = 0; row < homes.length; row++) {
            bound.add(rows.get(row).bind(parameters));
            homes[row] = bound.get(row).home();
        }
        Calls write = in(homes, parameters);
        if (meeting == null) {
            return write;
        }
        UniquenessProbe.All questions = BoundUpsert.questions(meeting.all().check(), bound, parameters, learned);
        if (questions.isEmpty()) {
            return write;
        }
        List<RowRouting> places = rows.get(0).places();
        BoundUpsert.Writes writes = units -> in(units, parameters);
        return new ProbedWrite(questions, write, new BoundUpsert(bound, meeting, places, writes, parameters, learned));
    }

    @Override
    public Traffic traffic() {
        return (called, parameters, to) -> {
            for (MergeRowPlan row : rows) {
                row.placement().tell(called, parameters, to);
            }
        };
    }

    /** The MERGE with its rows in these units. */
    private Calls in(int[] units, Parameters parameters) throws SQLException {
        StatementRouting whole = rows.get(0).placement();
        if (units.length == 1) {
            return whole.on(units[0]);
        }
        List<RowsByUnit.Part> parts = new RowsByUnit(units).parts(texts.table());
        if (parts.size() == 1) {
            return whole.on(units[0]);
        }
        List<ParsedStatement.MergeRow> sources = merge.rows();
        if (!merge.alike() || !sources.stream().allMatch(row -> areSetAlike(parameters, row.untyped()))) {
            throw ShardingExceptions.of(
                    ErrorCode.INSERT_FORM, "MERGE whose rows, of several units, may have other types each");
        }
        List<ShardCall> calls = new ArrayList<>();
        parts.forEach(part -> calls.add(texts.call(part, new BitSet(), List.of())));
        return new MultiShardWrite(calls, Calls.Counts.SUM);
    }

    /** Returns true if the parameters of a row were set with the types of the first row's. */
    private boolean areSetAlike(Parameters parameters, List<Integer> row) {
        List<Integer> first = merge.rows().get(0).untyped();
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
