package io.shardkit.planner.broadcast;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.TimedText;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.insert.InsertedKeys;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans an INSERT into a broadcast or single table that has generated keys. For one statement. */
public final class KeyedInsertPlanner {
    private final ParsedStatement.Insert insert;
    private final Tables tables;
    private final Dialect dialect;
    private final TableUse target;
    private final InsertedKeys own;

    public KeyedInsertPlanner(ParsedStatement.Insert insert, Tables tables, Dialect dialect, KeyGeneration generation) {
        this.insert = insert;
        this.tables = tables;
        this.dialect = dialect;
        this.target = tables.uses().get(0);
        this.own = new InsertedKeys(insert, tables, target, generation);
    }

    /**
     * The plan, or why there is none; empty if each row brings its key.
     *
     * @param dataSources that of a single table, or all that have a copy
     */
    public Attempt<Optional<StatementPlan>> plan(List<Integer> dataSources) {
        List<String> columns = tables.insertedColumns(target.id(), insert.columns());
        Refusal refusal = refusal(columns);
        if (refusal != null) {
            return Attempt.refused(refusal);
        }
        Attempt<Optional<GeneratedRowKeys>> made = own.of(columns);
        if (made instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        if (made.value().isEmpty()) {
            return Attempt.done(Optional.empty());
        }
        GeneratedRowKeys keys = made.value().get();
        return insert.upsert() == null
                ? planned(columns, keys, dataSources).map(Optional::of)
                : Attempt.refused(
                        ErrorCode.INSERT_FORM, insert.upsert().form() + " with a generated key of " + target.name());
    }

    private @Nullable Refusal refusal(List<String> columns) {
        if (insert.special() != null) {
            return new Refusal(
                    ErrorCode.INSERT_FORM, insert.special() + " on " + target.name() + ", which has keys made");
        }
        if (insert.columns() == null && !columns.contains(own.column())) {
            return new Refusal(ErrorCode.INSERT_FORM, "without the names of columns, on " + target.name());
        }
        for (ParsedStatement.Row row : insert.rows()) {
            if (row.values().size() != columns.size()) {
                return new Refusal(
                        ErrorCode.ROW_LENGTH,
                        row.values().size() + " values for " + columns.size() + " columns of " + target.name());
            }
        }
        return null;
    }

    private Attempt<StatementPlan> planned(List<String> columns, GeneratedRowKeys keys, List<Integer> dataSources) {
        SqlTemplate template = own.editor(columns, keys).build();
        String plain = template.render(use -> null);
        if (!tables.isBroadcast(target.id())) {
            if (!tables.shardedUses().isEmpty()) {
                return Attempt.refused(ErrorCode.SUBQUERY_OVER_UNITS, "in VALUES with a generated key");
            }
            if (tables.singleSources().size() > 1) {
                return Attempt.refused(ErrorCode.TABLES_APART, "single tables on several data sources");
            }
            return Attempt.done(plan(keys, dataSources, template, plain, null));
        }
        return new BroadcastWritePlanner(insert, StatementKind.INSERT, tables, dialect)
                .copies(insert.functions(), keys)
                .map(copies -> plan(keys, dataSources, template, plain, copies));
    }

    private StatementPlan plan(
            GeneratedRowKeys keys,
            List<Integer> dataSources,
            SqlTemplate template,
            String plain,
            BroadcastWritePlanner.@Nullable Copies copies) {
        List<TimedText.Edit> edits =
                new ArrayList<>(copies == null ? List.of() : copies.text().edits());
        edits.addAll(keyPlaces(keys));
        return new KeyedInsertPlan(
                insert.text().parameterCount(),
                dataSources,
                keys,
                plain,
                new TimedText(insert.text().sql(), edits),
                copies == null ? null : copies.questions(),
                template.sources(),
                copies == null ? List.of() : copies.given());
    }

    /** Returns the places where the SQL gets keys, as {@link InsertedKeys#editor} puts them there. */
    private List<TimedText.Edit> keyPlaces(GeneratedRowKeys keys) {
        List<String> columns = tables.insertedColumns(target.id(), insert.columns());
        int at = columns.indexOf(keys.column());
        List<TimedText.Edit> edits = new ArrayList<>();
        if (at < 0 && !insert.set()) {
            edits.add(edit(insert.columnListEnd(), ", " + keys.column()));
        }
        for (ParsedStatement.Row row : insert.rows()) {
            if (at < 0) {
                edits.add(
                        insert.set()
                                ? edit(row.span().end(), ", " + keys.column() + " = ?")
                                : edit(row.span().end() - 1, ", ?"));
            } else if (InsertedKeys.isAbsent(row, at)) {
                edits.add(new TimedText.Edit(row.places().get(at), "?", -1));
            }
        }
        return edits;
    }

    private static TimedText.Edit edit(int offset, String text) {
        return new TimedText.Edit(new Span(offset, offset), text, -1);
    }
}
