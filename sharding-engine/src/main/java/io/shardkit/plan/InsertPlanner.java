package io.shardkit.plan;

import io.shardkit.algorithm.KeyType;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.route.Axis;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.Span;
import io.shardkit.sql.SqlTemplate;
import io.shardkit.sql.TableUse;
import io.shardkit.sql.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans an INSERT into a sharded table. */
final class InsertPlanner {
    private final ParsedStatement.Insert insert;
    private final Tables tables;
    private final Dialect dialect;
    private final TableUse target;
    private final ShardedTable table;

    InsertPlanner(ParsedStatement.Insert insert, Tables tables, Dialect dialect) {
        this.dialect = dialect;
        this.insert = insert;
        this.tables = tables;
        this.target = tables.uses().get(0);
        this.table = tables.shardedOf(target);
    }

    Plan plan() throws SQLException {
        if (insert.special() != null) {
            throw ErrorCode.INSERT_FORM.exception(insert.special() + " on the sharded table " + table);
        }
        if (tables.uses().size() > 1) {
            throw ErrorCode.INSERT_FORM.exception("a subquery in VALUES");
        }
        List<String> columns = insert.columns() != null ? insert.columns() : tables.columnNames(target.id());
        for (ParsedStatement.Row row : insert.rows()) {
            if (row.values().size() != columns.size()) {
                throw ErrorCode.INSERT_FORM.exception(
                        "a row of " + row.values().size() + " values for " + columns.size() + " columns");
            }
        }
        KeyGeneration generation = table.keyGeneration();
        boolean generates = generation != null && !columns.contains(generation.column());
        String keyColumn = generates && generation != null ? generation.column() : null;
        KeyGenerator generator = generates && generation != null ? generation.generator() : null;
        List<Axis> axes = tables.axes(target);
        ParsedStatement.Upsert upsert = insert.upsert();
        long[] mostOfAxis = {};
        if (upsert != null) {
            UpsertRules rules = new UpsertRules(upsert, tables, target);
            rules.check(keyColumn);
            mostOfAxis = rules.greatestKeys(axes, dialect);
        }
        List<List<@Nullable Value>> rows = new ArrayList<>();
        for (ParsedStatement.Row row : insert.rows()) {
            rows.add(placing(row, axes, columns, keyColumn));
        }
        return new InsertPlan(
                insert.text().parameterCount(),
                table,
                axes,
                mostOfAxis,
                rows,
                generator,
                keyColumn,
                new UnitTexts(editor(keyColumn).build(), List.of(table), table),
                texts(keyColumn));
    }

    private List<@Nullable Value> placing(
            ParsedStatement.Row row, List<Axis> axes, List<String> columns, @Nullable String keyColumn)
            throws SQLException {
        List<@Nullable Value> placing = new ArrayList<>();
        for (Axis axis : axes) {
            int at = columns.indexOf(axis.column());
            Value value = at < 0 ? null : row.values().get(at);
            if (value == null && !axis.column().equals(keyColumn)) {
                throw ErrorCode.INSERT_WITHOUT_KEY.exception(table + "." + axis.column());
            }
            if (axis.keyType() == KeyType.UNSUPPORTED) {
                throw ErrorCode.KEY_TYPE_NOT_SUPPORTED.exception(table + "." + axis.column());
            }
            placing.add(value);
        }
        return placing;
    }

    /** The statement with its tables renamed and, where keys are generated, their column and parameters added. */
    private SqlTemplate.Editor editor(@Nullable String keyColumn) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(insert);
        if (keyColumn != null) {
            editor.insert(insert.columnListEnd(), ", " + keyColumn, List.of());
            for (int i = 0; i < insert.rows().size(); i++) {
                editor.insert(insert.rows().get(i).span().end() - 1, ", ?", List.of(-1 - i));
            }
        }
        return editor;
    }

    private InsertTexts texts(@Nullable String keyColumn) {
        SqlTemplate.Editor editor = editor(keyColumn);
        List<ParsedStatement.Row> rows = insert.rows();
        Span first = rows.get(0).span();
        Span last = rows.get(rows.size() - 1).span();
        List<SqlTemplate> parts = new ArrayList<>();
        rows.forEach(row -> parts.add(editor.build(row.span())));
        return new InsertTexts(
                table,
                insert.text().parameterCount(),
                editor.build(new Span(0, first.start())),
                parts,
                editor.build(new Span(last.end(), insert.text().sql().length())));
    }
}
