package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.InsertClauses;
import io.shardkit.sql.text.RowAlias;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of an INSERT ... VALUES that get a generated key, and the places in its text where the keys go.
 *
 * @param target the table that is written
 * @param generation the column that is filled, or null if none is
 */
public record InsertedKeys(
        ParsedStatement.Insert insert, Tables tables, TableUse target, @Nullable KeyGeneration generation) {

    /** The column that is filled. */
    public String column() {
        return generation == null ? "" : generation.column();
    }

    /** The keys of the rows; empty if each row brings its own. */
    public Attempt<Optional<GeneratedRowKeys>> of(List<String> columns) {
        if (generation == null) {
            return Attempt.done(Optional.empty());
        }
        String column = generation.column();
        int at = columns.indexOf(column);
        List<@Nullable Value> given = new ArrayList<>();
        boolean generates = at < 0;
        for (ParsedStatement.Row row : insert.rows()) {
            Value value = at < 0 || isAbsent(row, at) ? null : row.values().get(at);
            // A row that collides with an existing one already has its key; a NULL is left to the database.
            generates |= at < 0 || isAbsent(row, at) || (value instanceof Value.Parameter && insert.upsert() == null);
            given.add(value);
        }
        if (!generates) {
            return Attempt.done(Optional.empty());
        }
        for (int row = 0; row < given.size(); row++) {
            if (given.get(row) == null && at >= 0 && !isAbsent(insert.rows().get(row), at)) {
                return Attempt.refused(
                        ErrorCode.INSERT_FORM,
                        "rows of which some have a generated key and some compute it in " + target.name() + "."
                                + column);
            }
        }
        return Attempt.done(Optional.of(new GeneratedRowKeys(
                UuidForms.fitted(generation.generator(), tables.column(new ColumnRef(target.id(), column))),
                target.name() + "." + column,
                column,
                tables.keys(new ColumnRef(target.id(), column)).type(),
                tables.bounds(target, column),
                Collections.unmodifiableList(given))));
    }

    /** Returns true if a row leaves the column at a position to be filled. */
    public static boolean isAbsent(ParsedStatement.Row row, int at) {
        return row.defaults().get(at)
                || (row.values().get(at) instanceof Value.Literal literal && literal.value() == null);
    }

    /** The statement with its tables renamed and, where keys are generated, their parameters and column. */
    public SqlTemplate.Editor editor(List<String> columns, @Nullable GeneratedRowKeys keys) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(insert);
        if (keys == null) {
            return editor;
        }
        int at = columns.indexOf(keys.column());
        if (at < 0 && !insert.set()) {
            editor.insert(insert.columnListEnd(), ", " + keys.column(), List.of());
        }
        SqlText text = insert.text();
        RowAlias alias = at < 0 ? RowAlias.of(text, InsertClauses.form(text)) : RowAlias.NONE;
        if (alias.hasColumns()) {
            editor.insert(text.token(alias.to() - 1).start(), ", sk_key", List.of());
        }
        for (int i = 0; i < insert.rows().size(); i++) {
            ParsedStatement.Row row = insert.rows().get(i);
            List<Integer> key = List.of(-1 - i);
            if (at < 0) {
                boolean set = insert.set();
                editor.insert(row.span().end() - (set ? 0 : 1), set ? ", " + keys.column() + " = ?" : ", ?", key);
            } else if (isAbsent(row, at)) {
                editor.replace(row.places().get(at), "?", key);
            }
        }
        return editor;
    }
}
