package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.UniqueClaims;
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
import org.jspecify.annotations.Nullable;

/**
 * A MERGE of several rows of values into a sharded table: each row goes to the unit where a MERGE of it alone would run,
 * rows of one unit in one statement. Immutable.
 *
 * @param rows as if it had that row alone
 * @param texts its parts
 * @param whyOneUnit why the rows may not go to several units, or null
 */
public record MergeOfRowsPlan(List<MergeStatementPlan> rows, InsertTexts texts, @Nullable Refusal whyOneUnit)
        implements StatementPlan {

    /** The plan of a statement, from those of its rows. */
    public static MergeOfRowsPlan of(ParsedStatement.MergeOfRows merge, List<MergeStatementPlan> rows, Tables tables) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(merge);
        SqlTemplate.Editor labelling = new SqlTemplate.Editor(merge);
        merge.labels().forEach(labels -> labels.forEach((offset, label) -> labelling.insert(offset, label, List.of())));
        List<Span> spans = merge.rows();
        int end = merge.text().sql().length();
        InsertTexts texts = InsertTexts.of(
                tables.shardedOf(tables.uses().get(0)),
                merge.text().parameterCount(),
                Map.of(),
                editor.build(new Span(0, spans.get(0).start())),
                spans.stream().map(labelling::build).toList(),
                merge.separator(),
                editor.build(new Span(spans.get(spans.size() - 1).end(), end)));
        Refusal apart = merge.alike()
                ? null
                : new Refusal(ErrorCode.INSERT_FORM, "MERGE whose rows, of several units, may have other types each");
        return new MergeOfRowsPlan(rows, texts, apart);
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
        // All rows have the same ON, and so the same key.
        MergeKey key = rows.get(0).key();
        UniqueClaims claims = key == null ? null : key.claims(learned.parallelismOfQuestions());
        RowsByUnit placed = new RowsByUnit(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            placed.put(row, rows.get(row).unit(parameters, claims));
        }
        List<RowsByUnit.Part> parts = placed.parts(texts.table());
        if (parts.size() == 1) {
            return MergeKey.asked(rows.get(0).placement().on(parts.get(0).unit()), claims);
        }
        if (whyOneUnit != null) {
            throw whyOneUnit.exception();
        }
        List<ShardCall> calls = new ArrayList<>();
        parts.forEach(part -> calls.add(texts.call(part, new BitSet(), List.of())));
        return MergeKey.asked(new BoundPlan.MultiShardWrite(calls, BoundPlan.Counts.SUM), claims);
    }

    @Override
    public String reason(BoundPlan bound) {
        return bound instanceof BoundPlan.MultiShardWrite write
                ? "the rows belong to " + write.calls().size() + " actual tables of " + texts.table()
                : MergeKey.reason(bound);
    }
}
