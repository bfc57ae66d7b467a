package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a statement's conditions that one table can be filtered by beforehand. It may be weaker than what the
 * statement demands, never stronger: the statement itself filters again.
 */
final class Pushdown {
    private final Tables tables;
    private final Dialect dialect;
    private final TableUse use;
    private final Map<ColumnRef, Column> columns = new HashMap<>();

    Pushdown(Tables tables, Dialect dialect, TableUse use) {
        this.tables = tables;
        this.dialect = dialect;
        this.use = use;
    }

    /** @param own the conditions of the table's own columns as the text has them, or null if they are not known */
    Filter filter(ColumnEqualities equalities, List<Column> ofTable, @Nullable Filter own) {
        for (Column column : ofTable) {
            Set<ColumnRef> equal = equalities.sourcesOf(new ColumnRef(use.id(), column.name()));
            equal.forEach(source -> columns.putIfAbsent(source, column));
        }
        for (Column column : ofTable) {
            columns.put(new ColumnRef(use.id(), column.name()), column);
        }
        List<Condition> conditions = equalities.conditionsOn(use);
        if (own == null) {
            return all(conditions);
        }
        Filter implied =
                all(conditions.stream().filter(condition -> !isOwn(condition)).toList());
        return Filter.all(List.of(implied, own));
    }

    /** Returns true if it says nothing of columns of other tables that could be said of the table. */
    private boolean isOwn(Condition condition) {
        if (condition instanceof Condition.And and) {
            return and.parts().stream().allMatch(this::isOwn);
        }
        if (condition instanceof Condition.Or or) {
            return or.parts().stream().allMatch(this::isOwn);
        }
        if (condition instanceof Condition.In in) {
            return in.column().use() == use.id();
        }
        return !(condition instanceof Condition.Compare compare)
                || compare.column().use() == use.id();
    }

    private Filter all(List<Condition> conditions) {
        return Filter.all(conditions.stream().map(this::translate).toList());
    }

    private Filter translate(Condition condition) {
        if (condition instanceof Condition.And and) {
            return all(and.parts());
        }
        if (condition instanceof Condition.Or or) {
            List<Filter> parts = or.parts().stream().map(this::translate).toList();
            return parts.stream().anyMatch(Filter::isNone) ? Filter.NONE : Filter.join(parts, " OR ");
        }
        if (condition instanceof Condition.In in) {
            // H2 compares a BOOLEAN with a number by = only
            return in.values().size() == 1
                    ? comparison(in.column(), " = ", in.values(), "")
                    : comparison(in.column(), " IN (", in.values(), ")");
        }
        if (condition instanceof Condition.Compare compare) {
            String operator =
                    switch (compare.operator()) {
                        case LESS -> " < ";
                        case LESS_OR_EQUAL -> " <= ";
                        case GREATER -> " > ";
                        case GREATER_OR_EQUAL -> " >= ";
                    };
            return comparison(compare.column(), operator, List.of(compare.value()), "");
        }
        return Filter.NONE;
    }

    private Filter comparison(ColumnRef ref, String operator, List<Value> values, String end) {
        Column column = columns.get(ref);
        if (column == null) {
            return Filter.NONE;
        }
        StringBuilder sql = new StringBuilder(dialect.quoted(column.reportedName())).append(operator);
        List<Integer> sources = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String text = text(values.get(i), sources);
            if (text == null) {
                return Filter.NONE;
            }
            sql.append(i == 0 ? "" : ", ").append(text);
        }
        return new Filter(sql.append(end).toString(), sources);
    }

    private static @Nullable String text(Value value, List<Integer> sources) {
        if (value instanceof Value.Parameter parameter) {
            sources.add(parameter.index());
            return "?";
        }
        Object literal = value instanceof Value.Literal written ? written.value() : null;
        if (literal instanceof Long || literal instanceof BigInteger) {
            return literal.toString();
        }
        if (literal instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (literal instanceof String string && string.indexOf('\\') < 0) {
            return "'" + string.replace("'", "''") + "'";
        }
        return null;
    }

    @Override
    public String toString() {
        return use + " of " + tables.uses().size();
    }
}
