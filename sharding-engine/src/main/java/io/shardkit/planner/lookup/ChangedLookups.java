package io.shardkit.planner.lookup;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.lookup.ChangeWithLookups;
import io.shardkit.plan.lookup.LookupTable;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.rule.Lookup;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plans the changes of an UPDATE or DELETE to lookup tables. For one statement. */
final class ChangedLookups {
    private final ParsedStatement.Write write;
    private final SqlText text;
    private final Tables tables;
    private final Dialect dialect;
    private final TableUse target;
    private final LookupTables lookupTables;

    ChangedLookups(ParsedStatement.Write write, Tables tables, Dialect dialect, LookupTables lookupTables) {
        this.write = write;
        this.text = write.text();
        this.tables = tables;
        this.dialect = dialect;
        this.target = tables.uses().get(write.targets().get(0));
        this.lookupTables = lookupTables;
    }

    Attempt<StatementPlan> plan(StatementPlan plan) throws SQLException {
        List<Lookup> changed = write.targets().stream()
                .map(tables.uses()::get)
                .flatMap(use -> tables.lookups(use).stream().filter(lookup -> isChanged(use, lookup)))
                .toList();
        if (changed.isEmpty()) {
            return Attempt.done(plan);
        }
        String form = form();
        if (form != null) {
            return Attempt.refused(ErrorCode.LOOKUP_WRITE, form);
        }
        Map<String, Integer> read = new LinkedHashMap<>();
        List<ChangeWithLookups.Change> changes = new ArrayList<>();
        for (Lookup lookup : changed) {
            Attempt<LookupTable> table = lookupTables.table(lookup, target, tables);
            if (table instanceof Refused<LookupTable> refused) {
                return Attempt.refused(refused.refusal());
            }
            List<String> columns = LookupTables.columns(lookup, tables.shardedOf(target));
            int[] positions = columns.stream()
                    .mapToInt(column -> read.computeIfAbsent(column, name -> read.size()))
                    .toArray();
            List<@Nullable Value> assigned = new ArrayList<>();
            for (String column : columns) {
                ParsedStatement.Assignment assignment = assignment(target, column);
                Value value = assignment == null ? null : assignment.value();
                if (assignment != null && !(value instanceof Value.Literal || value instanceof Value.Parameter)) {
                    return Attempt.refused(ErrorCode.LOOKUP_WRITE, "UPDATE: the value of " + column + " is computed");
                }
                assigned.add(value == null ? null : LookupValues.of(value, column, target, tables));
            }
            changes.add(new ChangeWithLookups.Change(table.value(), positions, assigned));
        }
        UnitTexts looks = tables.texts(looks(List.copyOf(read.keySet())), tables.shardedOf(target));
        return Attempt.done(new LookupChangePlan(plan, looks, read.size(), List.copyOf(changes)));
    }

    private boolean isChanged(TableUse use, Lookup lookup) {
        return !write.update()
                || LookupTables.columns(lookup, tables.shardedOf(use)).stream()
                        .anyMatch(column -> assignment(use, column) != null);
    }

    /** Returns the last assignment to a column, or null if it keeps its value. */
    private ParsedStatement.@Nullable Assignment assignment(TableUse use, String column) {
        ParsedStatement.Assignment found = null;
        for (ParsedStatement.Assignment each : write.assignments()) {
            boolean itself = new ColumnRef(use.id(), column).equals(each.source());
            found = each.use() == use.id() && each.column().equals(column) && !itself ? each : found;
        }
        return found;
    }

    /** Returns the form of a write whose rows cannot be known before, or null. */
    private @Nullable String form() {
        int name = write.names().isEmpty() ? -1 : write.names().get(0).span().start();
        boolean plain = name >= 0
                && (write.update()
                        ? text.is(0, "UPDATE") && text.token(1).start() == name
                        : text.is(0, "DELETE")
                                && text.is(1, "FROM")
                                && text.token(2).start() == name);
        if (tables.uses().size() != 1 || write.blocks().size() != 1) {
            return (write.update() ? "UPDATE" : "DELETE") + " that reads other tables";
        }
        if (text.hasReturning()) {
            return "RETURNING";
        }
        if (write.limited()) {
            return "LIMIT";
        }
        String varying = varying();
        return varying != null
                ? "a condition with the function " + varying
                : plain ? null : "words before the name of the table";
    }

    /** Returns a function after WHERE whose result may differ when the rows are written, or null. */
    private @Nullable String varying() {
        int where = text.find(0, text.size(), 0, "WHERE");
        for (int i = where; i >= 0 && i < text.size(); i++) {
            String word = text.word(i).toLowerCase(Locale.ROOT);
            if (write.functions().contains(word) && !Functions.isSame(word)) {
                return word;
            }
        }
        return null;
    }

    /** Locks the rows and reads the columns. */
    private SqlTemplate looks(List<String> columns) {
        String items = columns.stream()
                .map(name -> Objects.requireNonNull(tables.column(new ColumnRef(target.id(), name))))
                .map(Column::reportedName)
                .map(dialect::quoted)
                .collect(Collectors.joining(", "));
        SqlTemplate.Editor editor = new SqlTemplate.Editor(write)
                .replace(new Span(0, write.names().get(0).span().start()), "SELECT " + items + " FROM ", List.of());
        if (write.update()) {
            int set = text.find(0, text.size(), 0, "SET");
            int where = text.find(set, text.size(), 0, "WHERE");
            editor.replace(
                    new Span(
                            text.token(set).start(),
                            where < 0 ? text.end() : text.token(where).start()),
                    "",
                    List.of());
        }
        return editor.replace(new Span(text.end(), text.sql().length()), " FOR UPDATE", List.of())
                .build();
    }
}
