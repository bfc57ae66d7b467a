package io.shardkit.planner.write;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.ColumnWords;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Says an UPDATE or DELETE of rows that a subquery finds by where they are within their table, as
 * {@code ctid IN (SELECT ctid FROM ..)} does, in another way: by their primary keys and sharding columns.
 */
@API(status = API.Status.EXPERIMENTAL)
final class RowIdsByKey {
    private static final String TABLE_ID = "TABLEOID";

    private final SqlText text;
    private final List<String> columns;

    private RowIdsByKey(SqlText text, List<String> columns) {
        this.text = text;
        this.columns = columns;
    }

    /** The text, or null if it is not such a statement or would not be the same. */
    static @Nullable String of(ParsedStatement.Write write, Tables tables, Dialect dialect) throws SQLException {
        TableUse target = tables.uses().get(write.targets().get(0));
        boolean alike = tables.uses().size() == 2
                && tables.uses().stream().allMatch(use -> use.name().equals(target.name()));
        if (!alike || write.unknownColumns().stream().noneMatch(ColumnWords::isOfRow)) {
            return null;
        }
        List<String> columns = RowsByKey.columns(write, target, tables).stream()
                .map(Column::reportedName)
                .map(dialect::quoted)
                .toList();
        return columns.isEmpty() ? null : new RowIdsByKey(write.text(), columns).replaced();
    }

    private @Nullable String replaced() {
        List<Integer> ids = IntStream.range(0, text.size())
                .filter(i -> text.isName(i) && ColumnWords.isOfRow(name(i)))
                .boxed()
                .toList();
        if (ids.size() != 2) {
            return null;
        }
        int outer = first(ids.get(0));
        int inner = first(ids.get(1));
        boolean withTable = text.is(outer - 1, ",");
        int start = withTable ? outer - 3 : outer;
        int in = ids.get(0) + (withTable ? 2 : 1);
        boolean found = text.is(in, "IN") && text.is(in + 1, "(") && text.is(in + 2, "SELECT");
        boolean alike = !withTable
                || (text.is(ids.get(0), "CTID")
                        && text.is(start, "(")
                        && text.is(start + 1, TABLE_ID)
                        && text.is(ids.get(0) + 1, ")")
                        && text.is(in + 3, TABLE_ID)
                        && text.is(in + 4, ","));
        boolean alone = inner == in + (withTable ? 5 : 3) && text.is(ids.get(1) + 1, "FROM");
        if (!found || !alike || !alone || !beginsCondition(start) || ordersByPosition(in + 1)) {
            return null;
        }
        String before = key(outer, ids.get(0));
        return text.part(0, start) + (before.contains(",") ? "(" + before + ")" : before) + " " + text.part(in, in + 3)
                + key(inner, ids.get(1)) + " " + text.part(ids.get(1) + 1, text.size());
    }

    /** The first token of the name, which may be qualified. */
    private int first(int id) {
        return text.is(id - 1, ".") ? id - 2 : id;
    }

    /** Returns true if the subquery that opens there is ordered by a position of its select list. */
    private boolean ordersByPosition(int open) {
        int close = text.find(open + 1, text.size(), text.token(open).depth(), ")");
        int order = text.find(open, close, text.token(open).depth() + 1, "ORDER");
        for (int i = order; order >= 0 && i < close; i++) {
            boolean begins = text.isOneOf(i - 1, "BY", ",");
            if (begins && (text.token(i).kind() == Token.Kind.NUMBER || text.is(i, "("))) {
                return true;
            }
        }
        return false;
    }

    /** The columns of the key, qualified as the name is. */
    private String key(int first, int id) {
        String qualifier = text.part(first, id);
        return columns.stream().map(column -> qualifier + column).collect(Collectors.joining(", "));
    }

    /** Returns true if a condition of its own begins here, which is not an operand of the condition before. */
    private boolean beginsCondition(int index) {
        boolean joined = text.is(index - 1, "AND") && text.find(0, index, 0, "BETWEEN") < 0;
        return text.token(index - 1).depth() == 0 && (joined || text.is(index - 1, "WHERE"));
    }

    private String name(int index) {
        return Token.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT);
    }
}
