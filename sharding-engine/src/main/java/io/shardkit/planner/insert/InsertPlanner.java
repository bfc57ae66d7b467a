package io.shardkit.planner.insert;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.gather.GatherPlanner;
import io.shardkit.route.Axis;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Plans an INSERT into a sharded table. */
public final class InsertPlanner {
    private final ParsedStatement.Insert insert;
    private final Tables tables;
    private final Dialect dialect;
    private final GatherPlanner gathering;
    private final UniqueKeyRules uniqueKeys;
    private final RowUpdate.TextPlanner updatePlanner;
    private final TableUse target;
    private final RoutedTable table;

    /** @param updatePlanner plans the UPDATE that an upsert makes of a row which has to move */
    public InsertPlanner(
            ParsedStatement.Insert insert,
            Tables tables,
            Dialect dialect,
            GatherPlanner gathering,
            UniqueKeyRules uniqueKeys,
            RowUpdate.TextPlanner updatePlanner) {
        this.updatePlanner = updatePlanner;
        this.uniqueKeys = uniqueKeys;
        this.gathering = gathering;
        this.dialect = dialect;
        this.insert = insert;
        this.tables = tables;
        this.target = tables.uses().get(0);
        this.table = tables.shardedOf(target);
    }

    /** Rows go to their units as the user wrote them; where that needs a value that only a database can compute, one does. */
    public Attempt<StatementPlan> plan() throws SQLException {
        StatementPlan computed = computed();
        Attempt<StatementPlan> asWritten = asWritten(computed);
        return computed != null && InsertPlan.isComputable(asWritten.refusal()) ? Attempt.done(computed) : asWritten;
    }

    private @Nullable StatementPlan computed() throws SQLException {
        // An assigned value is computed where the existing row lies, which has no sequence.
        boolean elsewhere = insert.takesNextValues() && insert.upsert() != null;
        ParsedStatement.InsertSelect rows = insert.special() == null && !elsewhere ? insert.computed() : null;
        if (rows == null) {
            return null;
        }
        Attempt<StatementPlan> computed = new InsertSelectPlanner(rows, tables, gathering, uniqueKeys).intoUnits(table);
        return computed instanceof Refused ? null : computed.value();
    }

    private Attempt<StatementPlan> asWritten(@Nullable StatementPlan computed) throws SQLException {
        if (insert.special() != null) {
            return Attempt.refused(ErrorCode.INSERT_FORM, insert.special() + " on the sharded table " + table);
        }
        if (insert.takesNextValues()) {
            return Attempt.refused(ErrorCode.SESSION_FUNCTION, "the next value of a sequence");
        }
        Refusal reading = reading();
        if (reading != null) {
            return Attempt.refused(reading);
        }
        List<String> columns = tables.insertedColumns(target.id(), insert.columns());
        for (ParsedStatement.Row row : insert.rows()) {
            if (row.values().size() != columns.size()) {
                return Attempt.refused(
                        ErrorCode.ROW_LENGTH,
                        row.values().size() + " values for " + columns.size() + " columns of " + table);
            }
        }
        InsertedKeys own = new InsertedKeys(insert, tables, target, table.keyGeneration());
        if (insert.columns() == null && table.keyGeneration() != null && !columns.contains(own.column())) {
            return Attempt.refused(ErrorCode.INSERT_FORM, "without the names of columns, on " + target.name());
        }
        Attempt<Optional<GeneratedRowKeys>> made = own.of(columns);
        if (made instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        GeneratedRowKeys keys = made.value().orElse(null);
        ParsedStatement.Upsert upsert = insert.upsert();
        Attempt<Optional<UniqueCheck>> check =
                asked(upsert, keys).flatMap(asked -> uniqueKeys.check(asked, tables, insert, insert.target(), upsert));
        if (check instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        Attempt<List<List<@Nullable Value>>> placing =
                Attempt.ofEach(tables.findingColumns(target), placed -> placing(placed, columns, keys));
        if (placing instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        InsertPlan plan = new InsertPlan(
                insert.text().parameterCount(),
                table,
                insert.rows().size(),
                routing(placing.value()),
                upsert == null || compared(upsert).isEmpty() ? null : routing(updated(placing.value(), upsert)),
                keys,
                new RowClauses(insert.text()).hasNestedLimit()
                        ? new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "with LIMIT")
                        : null,
                tables.texts(own.editor(columns, keys).build(), table),
                texts(own.editor(columns, keys), keys),
                computed,
                insert.columns() != null,
                upsert != null);
        if (check.value().isEmpty()) {
            return Attempt.done(plan);
        }
        Meeting meeting = meeting(columns, keys);
        return RowKeyValues.of(check.value().get(), insert, columns, keys, tables, key -> false)
                .map(asked -> new UniquenessCheckingPlan(plan, asked, meeting));
    }

    /**
     * Returns the handling of rows in other units that have keys of an upsert, or null if the upsert is refused for them.
     */
    private @Nullable Meeting meeting(List<String> columns, @Nullable GeneratedRowKeys keys) throws SQLException {
        ParsedStatement.Upsert upsert = insert.upsert();
        List<UniqueKey> all = tables.uniqueKeys(target);
        if (upsert == null || all == null) {
            return null;
        }
        UpsertRules rules = new UpsertRules(upsert, tables, target, uniqueKeys);
        if (!rules.follows(all, insert.rows().size(), dialect)) {
            return null;
        }
        Attempt<RowKeyValues> values = uniqueKeys
                .check(all, tables, insert, insert.target(), upsert)
                .flatMap(check -> RowKeyValues.of(
                        check.orElseThrow(),
                        insert,
                        columns,
                        keys,
                        tables,
                        key -> upsert.mayMeetBy(key.names()) && key.names().containsAll(rules.placing())));
        return values instanceof Refused<?>
                ? null
                : new Meeting(
                        values.value(),
                        upsert,
                        rules.placing().isEmpty() ? Map.of() : updates(upsert, all, columns),
                        all.stream()
                                .filter(UniqueKey::primary)
                                .map(UniqueKey::columns)
                                .findFirst()
                                .orElse(null));
    }

    /** By key, how an upsert of one row changes the row that has the key: it gets values of the row to insert only. */
    private Map<List<String>, RowUpdate> updates(
            ParsedStatement.Upsert upsert, List<UniqueKey> keys, List<String> columns) throws SQLException {
        Map<List<String>, RowUpdate> updates = new HashMap<>();
        boolean alone = tables.uses().size() == 1 && insert.rows().size() == 1 && !insert.set();
        boolean plain = upsert.set().taken().containsAll(upsert.assigned()) && !upsert.ignores() && !upsert.replaces();
        // A condition, or what the statement answers, comes after an assignment.
        if (!alone || !plain || insert.text().find(0, insert.text().size(), 0, "WHERE", "RETURNING") >= 0) {
            return updates;
        }
        ParsedStatement.Row row = insert.rows().get(0);
        Map<String, Span> given = row.given(columns);
        int counts = upsert.form().equals(ParsedStatement.Upsert.DUPLICATE_KEY) ? 2 : 1;
        for (UniqueKey key : keys) {
            if (!isChecked(key, given.keySet(), upsert.set().taken())) {
                continue;
            }
            RowUpdate update = RowUpdate.of(
                    insert.text(),
                    insert.target(),
                    given,
                    upsert.set().taken(),
                    key.columns(),
                    counts,
                    tables,
                    dialect,
                    updatePlanner);
            if (update != null) {
                updates.put(key.columns(), update);
            }
        }
        return updates;
    }

    /**
     * Returns true if an UPDATE of the row that has the key sets all values of the row to insert: the database fills and
     * checks the row to insert first, and never comes to the UPDATE if it rejects that row.
     */
    private boolean isChecked(UniqueKey key, Set<String> given, List<String> assigned) {
        return tables.columns(target.id()).stream()
                .allMatch(column -> column.filling().computed()
                        || (given.contains(column.name())
                                && (assigned.contains(column.name())
                                        || key.columns().contains(column.name()))
                                && !column.filling().forNull()
                                && !column.filling().countsOnZero()));
    }

    /** The unique keys for which other units have to be asked first. */
    private Attempt<List<UniqueKey>> asked(ParsedStatement.@Nullable Upsert upsert, @Nullable GeneratedRowKeys keys)
            throws SQLException {
        if (upsert == null) {
            return Attempt.done(uniqueKeys.ofInsert(tables, target));
        }
        UpsertRules rules = new UpsertRules(upsert, tables, target, uniqueKeys);
        Attempt<List<UniqueKey>> asked = rules.asked(keys == null ? null : keys.column(), compared(upsert));
        return asked.flatMap(known -> {
            Refusal ignoring = rules.ignoring(dialect);
            return ignoring == null ? asked : Attempt.refused(ignoring);
        });
    }

    /** Returns the reason that the INSERT may not read the tables beside the target, or null. */
    private @Nullable Refusal reading() {
        if (tables.shardedUses().size() > 1) {
            return new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "in VALUES");
        }
        return tables.singleSources().size() > 1
                ? new Refusal(ErrorCode.TABLES_APART, "single tables on several data sources")
                : null;
    }

    /**
     * Returns the data source of the single tables that the INSERT reads beside the target, or -1; broadcast tables are
     * everywhere.
     */
    private int singleSource() {
        SortedSet<Integer> sources = tables.singleSources();
        return sources.isEmpty() ? -1 : sources.first();
    }

    /** For each row the value of a column that places it; null for the row's key. */
    private Attempt<List<@Nullable Value>> placing(
            Axis.Column placed, List<String> columns, @Nullable GeneratedRowKeys keys) {
        Refusal unplaced = tables.unplaced(target, placed);
        if (unplaced != null) {
            return Attempt.refused(unplaced);
        }
        boolean isKey = keys != null && placed.name().equals(keys.column());
        int at = columns.indexOf(placed.name());
        List<@Nullable Value> placing = new ArrayList<>();
        for (ParsedStatement.Row row : insert.rows()) {
            Value value = at < 0 || isKey ? null : row.values().get(at);
            if (value == null && !isKey) {
                return Attempt.refused(ErrorCode.INSERT_WITHOUT_KEY, table + "." + placed.name());
            }
            placing.add(value);
        }
        return Attempt.done(placing);
    }

    private RowRouting routing(List<List<@Nullable Value>> values) {
        return new RowRouting(
                tables.hinted(target), tables.held(target), tables.keyBounds(target), values, singleSource());
    }

    /** The columns that place rows and are assigned values which are known when the statement is bound. */
    private Set<String> compared(ParsedStatement.Upsert upsert) {
        Set<String> compared = new HashSet<>();
        tables.findingColumns(target).forEach(column -> compared.add(column.name()));
        compared.retainAll(upsert.set().values().keySet());
        return compared;
    }

    /** For each column that places rows its values after the rows that are there have been updated. */
    private List<List<@Nullable Value>> updated(List<List<@Nullable Value>> inserted, ParsedStatement.Upsert upsert) {
        List<List<@Nullable Value>> updated = new ArrayList<>();
        for (int i = 0; i < inserted.size(); i++) {
            Value value = upsert.set()
                    .values()
                    .get(tables.findingColumns(target).get(i).name());
            updated.add(
                    value == null
                            ? inserted.get(i)
                            : Collections.nCopies(insert.rows().size(), value));
        }
        return updated;
    }

    private InsertTexts texts(SqlTemplate.Editor editor, @Nullable GeneratedRowKeys keys) {
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
                ", ",
                editor.build(new Span(last.end(), insert.text().sql().length())));
    }
}
