package io.shardkit.planner.insert;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.UniqueCheck;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.gather.GatherPlanner;
import io.shardkit.route.Axis;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Plans an INSERT into a sharded table. */
public final class InsertPlanner {
    private final ParsedStatement.Insert insert;
    private final Tables tables;
    private final Dialect dialect;
    private final GatherPlanner gathering;
    private final UniqueKeyRules uniqueKeys;
    private final TableUse target;
    private final ShardedTable table;

    public InsertPlanner(
            ParsedStatement.Insert insert,
            Tables tables,
            Dialect dialect,
            GatherPlanner gathering,
            UniqueKeyRules uniqueKeys) {
        this.uniqueKeys = uniqueKeys;
        this.gathering = gathering;
        this.dialect = dialect;
        this.insert = insert;
        this.tables = tables;
        this.target = tables.uses().get(0);
        this.table = tables.shardedOf(target);
    }

    /** Rows go to their units as the user wrote them; where that needs a value that only a database can compute, one does. */
    public StatementPlan plan() throws SQLException {
        StatementPlan computed = computed();
        Attempt<StatementPlan> asWritten = Attempt.of(() -> asWritten(computed));
        return computed != null && InsertPlan.isComputable(asWritten.refusal()) ? computed : asWritten.orThrow();
    }

    private @Nullable StatementPlan computed() throws SQLException {
        ParsedStatement.InsertSelect rows = insert.special() == null ? insert.computed() : null;
        if (rows == null) {
            return null;
        }
        Attempt<StatementPlan> computed =
                Attempt.of(() -> new InsertSelectPlanner(rows, tables, gathering, uniqueKeys).intoUnits(table));
        return computed instanceof Refused ? null : computed.value();
    }

    private StatementPlan asWritten(@Nullable StatementPlan computed) throws SQLException {
        if (insert.special() != null) {
            throw ErrorCode.INSERT_FORM.exception(insert.special() + " on the sharded table " + table);
        }
        int singleSource = singleSource();
        List<String> columns = insert.columns() != null ? insert.columns() : tables.columnNames(target.id());
        for (ParsedStatement.Row row : insert.rows()) {
            if (row.values().size() != columns.size()) {
                throw ErrorCode.ROW_LENGTH.exception(
                        row.values().size() + " values for " + columns.size() + " columns of " + table);
            }
        }
        GeneratedRowKeys keys = keys(columns);
        List<Axis> axes = tables.axes(target);
        ParsedStatement.Upsert upsert = insert.upsert();
        List<UniqueKey> asked;
        if (upsert == null) {
            asked = uniqueKeys.ofInsert(tables, target);
        } else {
            UpsertRules rules = new UpsertRules(upsert, tables, target, uniqueKeys);
            asked = rules.check(keys == null ? null : keys.column());
            rules.checkIgnore(axes, dialect);
        }
        UniqueCheck check = uniqueKeys.check(asked, tables, insert, insert.target(), upsert);
        List<List<@Nullable Value>> placing = new ArrayList<>();
        for (Axis axis : axes) {
            placing.add(placing(axis, columns, keys));
        }
        StatementPlan plan = new InsertPlan(
                insert.text().parameterCount(),
                table,
                insert.rows().size(),
                new RowRouting(table, axes, tables.keyBounds(target), placing, singleSource),
                keys,
                new RowClauses(insert.text()).hasNestedLimit()
                        ? new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "with LIMIT")
                        : null,
                tables.texts(editor(columns, keys).build(), table),
                texts(columns, keys),
                computed,
                insert.columns() != null,
                upsert != null);
        return check == null ? plan : UniquenessCheckingPlan.of(plan, check, insert, columns, keys);
    }

    /** Where the single tables are that it reads beside the target, or -1; broadcast tables are everywhere. */
    private int singleSource() throws SQLException {
        if (tables.shardedUses().size() > 1) {
            throw ErrorCode.SUBQUERY_OVER_UNITS.exception("in VALUES");
        }
        SortedSet<Integer> sources = tables.singleSources();
        if (sources.size() > 1) {
            throw ErrorCode.TABLES_APART.exception("single tables on several data sources");
        }
        return sources.isEmpty() ? -1 : sources.first();
    }

    /** The keys of the rows, or null if each row brings its own. */
    private @Nullable GeneratedRowKeys keys(List<String> columns) throws SQLException {
        KeyGeneration generation = table.keyGeneration();
        if (generation == null) {
            return null;
        }
        String column = generation.column();
        int at = columns.indexOf(column);
        List<@Nullable Value> given = new ArrayList<>();
        boolean generates = at < 0;
        for (ParsedStatement.Row row : insert.rows()) {
            Value value = at < 0 || isAbsent(row, at) ? null : row.values().get(at);
            // What collides with a row that is there already has its key; a NULL is left to the database.
            generates |= at < 0 || isAbsent(row, at) || (value instanceof Value.Parameter && insert.upsert() == null);
            given.add(value);
        }
        if (!generates) {
            return null;
        }
        for (int row = 0; row < given.size(); row++) {
            if (given.get(row) == null && at >= 0 && !isAbsent(insert.rows().get(row), at)) {
                throw ErrorCode.INSERT_FORM.exception(
                        "rows of which some have a generated key and some compute it in " + table + "." + column);
            }
        }
        return new GeneratedRowKeys(
                generation.generator(),
                table + "." + column,
                column,
                tables.keyType(new ColumnRef(target.id(), column)),
                tables.bounds(target, column),
                Collections.unmodifiableList(given));
    }

    private static boolean isAbsent(ParsedStatement.Row row, int at) {
        return row.defaults().get(at)
                || (row.values().get(at) instanceof Value.Literal literal && literal.value() == null);
    }

    /** For each row the value that places it on an axis; null for the row's key. */
    private List<@Nullable Value> placing(Axis axis, List<String> columns, @Nullable GeneratedRowKeys keys)
            throws SQLException {
        tables.checkKey(target, axis);
        boolean isKey = keys != null && axis.column().equals(keys.column());
        int at = columns.indexOf(axis.column());
        List<@Nullable Value> placing = new ArrayList<>();
        for (ParsedStatement.Row row : insert.rows()) {
            Value value = at < 0 || isKey ? null : row.values().get(at);
            if (value == null && !isKey) {
                throw ErrorCode.INSERT_WITHOUT_KEY.exception(table + "." + axis.column());
            }
            placing.add(value);
        }
        return placing;
    }

    /** The statement with its tables renamed and, where keys are generated, their parameters and column. */
    private SqlTemplate.Editor editor(List<String> columns, @Nullable GeneratedRowKeys keys) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(insert);
        if (keys == null) {
            return editor;
        }
        int at = columns.indexOf(keys.column());
        if (at < 0 && !insert.set()) {
            editor.insert(insert.columnListEnd(), ", " + keys.column(), List.of());
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

    private InsertTexts texts(List<String> columns, @Nullable GeneratedRowKeys keys) {
        SqlTemplate.Editor editor = editor(columns, keys);
        List<ParsedStatement.Row> rows = insert.rows();
        Span first = rows.get(0).span();
        Span last = rows.get(rows.size() - 1).span();
        List<SqlTemplate> parts = new ArrayList<>();
        rows.forEach(row -> parts.add(editor.build(row.span())));
        return InsertTexts.of(
                table,
                insert.text().parameterCount(),
                keys == null ? Map.of() : keys.parameters(),
                editor.build(new Span(0, first.start())),
                parts,
                editor.build(new Span(last.end(), insert.text().sql().length())));
    }
}
