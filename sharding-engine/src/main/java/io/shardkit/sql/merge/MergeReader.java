package io.shardkit.sql.merge;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.TextRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Spelling;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a MERGE of rows of values into a sharded or broadcast table from its tokens, in the standard's form or in H2's,
 * {@code MERGE INTO t (a, b) KEY (a) VALUES (1, 2)}; whatever else it says is refused.
 */
public final class MergeReader {
    /** The names that H2 accepts after the name of a sequence and a dot. */
    private static final Set<String> SEQUENCES = Set.of("currval", "nextval");

    /** Values that are no columns unless they are quoted, beside those of the database. */
    private static final String[] VALUES = {"NULL", "TRUE", "FALSE", "UNKNOWN", "DEFAULT"};

    private final SqlText text;
    private final ShardMap rule;
    private final ServerSettings settings;
    private final Catalog catalog;
    private final Set<String> valueWords;
    private String label = "";

    /** The columns of the target. */
    private Set<String> ofTarget = Set.of();

    /** The row that is read at the moment, and what the statement does for it. */
    private SourceRow source;

    private List<ParsedStatement.MergedRow> inserted = new ArrayList<>();
    private List<ParsedStatement.Assignment> assignments = new ArrayList<>();

    /** @param valueWords as {@link TextRules#valueWords} */
    public MergeReader(SqlText text, ShardMap rule, ServerSettings settings, Catalog catalog, Set<String> valueWords) {
        this.valueWords = valueWords;
        this.catalog = catalog;
        this.text = text;
        this.rule = rule;
        this.settings = settings;
        this.source = SourceRow.unnamed(text, 0, 0);
    }

    /**
     * The statement, of one row or of several, or null if it is no MERGE into a sharded or broadcast table, or one that
     * only changes rows as a joined UPDATE or DELETE does.
     */
    public @Nullable ParsedStatement read() throws SQLException {
        boolean merge = text.is(0, "MERGE") && text.is(1, "INTO") && text.size() > 3 && text.isName(2);
        String name = merge ? text.name(2) : "";
        RoutedTable table = merge ? rule.shardedTable(name) : null;
        if (table == null && !rule.isBroadcast(name)) {
            return null;
        }
        Spelling spelling = text.spelling(text.token(2), table == null ? name : table.declaredName(), settings);
        if (spelling == null) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, text.string(2));
        }
        int key = text.find(3, text.size(), 0, "KEY");
        if (key == 3 || (key > 3 && text.is(key - 1, ")"))) {
            checkTables(3, text.size());
            checkSession();
            label = name;
            TableUse use = new TableUse(0, name, name, false);
            return byKey(use, key, spelling);
        }
        int using = text.find(3, text.size(), 0, "USING");
        int on = using < 0 ? -1 : text.find(using, text.size(), 0, "ON");
        int when = on < 0 ? text.size() : text.next(on, "WHEN");
        int alias = text.is(3, "AS") ? 4 : 3;
        boolean aliased = using == alias + 1 && text.isName(alias);
        if (when == text.size() || !(aliased || using == 3)) {
            throw refused("in a form other than USING ... ON ... WHEN");
        }
        label = aliased ? text.name(alias) : name;
        ofTarget = columns(name);
        List<SourceRow> rows = SourceRow.read(text, using + 1, on);
        List<Condition> conditions = new ArrayList<>();
        for (SourceRow row : rows) {
            source = row;
            conditions.add(condition(on + 1, when));
        }
        boolean matched = MatchedMerge.of(text) != null;
        boolean ofUnits = table == null || conditions.stream().allMatch(each -> namesUnit(each, table));
        if (matched && (rows.isEmpty() || !ofUnits)) {
            return null;
        }
        if (rows.isEmpty()) {
            throw refused("of anything but rows of values");
        }
        for (SourceRow row : rows) {
            checkTables(row.from() + 1, row.to());
        }
        checkTables(on, text.size());
        checkSession();
        TableUse use = new TableUse(0, name, label, aliased);
        List<ParsedStatement.MergeRow> each = new ArrayList<>();
        for (SourceRow row : rows) {
            begin(row);
            clauses(when);
            each.add(row.row(inserted, assignments));
        }
        boolean alike = rows.stream().allMatch(row -> row.isLike(rows.get(0)));
        String separator = text.is(using + 2, "SELECT") ? " UNION ALL " : ", ";
        return new ParsedStatement.Merge(parts(use, conditions, spelling), each, separator, alike, List.of(), own(use));
    }

    private Set<String> columns(String name) throws SQLException {
        Table read = catalog.table(name);
        return read == null ? Set.of() : Set.copyOf(read.columnNames());
    }

    private static boolean namesUnit(Condition condition, RoutedTable table) {
        Set<String> demanded = condition.conjuncts().stream()
                .filter(Condition.In.class::isInstance)
                .map(part -> ((Condition.In) part).column().name())
                .collect(Collectors.toSet());
        return table.choosingApart(demanded).isEmpty();
    }

    private void begin(SourceRow row) {
        source = row;
        inserted = new ArrayList<>();
        assignments = new ArrayList<>();
    }

    private ParsedStatement.Parts parts(TableUse use, List<Condition> conditions, Spelling spelling) {
        From from = new From.Table(use);
        return new ParsedStatement.Parts(
                text,
                List.of(use),
                conditions.stream().map(each -> new Block(from, each)).toList(),
                List.of(new TableName(text.span(2, 3), 0, !use.aliased(), spelling)),
                Set.of());
    }

    /** The word of a database's own, or null; names are those of both tables, and of their columns. */
    private @Nullable String own(TableUse use) throws SQLException {
        Set<String> names = new HashSet<>(source.names());
        names.add(use.name());
        names.add(label);
        names.addAll(columns(use.name()));
        return new OwnWords(text, names).first();
    }

    /** Reads H2's form. */
    private ParsedStatement byKey(TableUse use, int key, Spelling spelling) throws SQLException {
        int close = text.is(key + 1, "(") ? text.find(key + 2, text.size(), 0, ")") : -1;
        boolean named = key > 4 && text.is(3, "(") && text.find(4, key, 0, ")") == key - 1;
        Table table = key == 3 ? catalog.table(use.name()) : null;
        if (close < 0 || !(named || table != null) || !text.is(close + 1, "VALUES")) {
            throw refused("that does not name its columns, its KEY and the VALUES of rows");
        }
        List<String> columns = table != null ? table.columnNames() : names(4, key - 1);
        List<String> keys = names(key + 2, close);
        List<Condition> conditions = new ArrayList<>();
        List<ParsedStatement.MergeRow> each = new ArrayList<>();
        for (int[] part : text.split(close + 2, text.size(), 0)) {
            begin(SourceRow.unnamed(text, part[0], part[1]));
            row(columns, part[0], part[1], false);
            conditions.add(demanded(keys, inserted.get(0)));
            each.add(source.row(inserted, assignments));
        }
        // The column's type is that of each value.
        return new ParsedStatement.Merge(parts(use, conditions, spelling), each, ", ", true, keys, own(use));
    }

    /** Returns the condition that H2's form demands of the key; all other columns are assigned. */
    private Condition demanded(List<String> keys, ParsedStatement.MergedRow row) {
        List<Condition> demanded = new ArrayList<>();
        for (String name : keys) {
            Value value = row.value(name);
            demanded.add(value == null ? Condition.other() : new Condition.In(new ColumnRef(0, name), List.of(value)));
        }
        for (String column : row.columns()) {
            if (!keys.contains(column)) {
                assignments.add(new ParsedStatement.Assignment(0, column, row.value(column), null));
            }
        }
        return new Condition.And(demanded);
    }

    private void checkTables(int from, int to) throws SQLException {
        for (int i = from; i < to; i++) {
            boolean dual = text.is(i, "FROM") && text.is(i + 1, "DUAL");
            if ((!dual && text.is(i, "FROM"))
                    || text.isOneOf(i, "SELECT", "TABLE", "RETURNING")
                    || (text.is(i, "WITH") && !text.isOneOf(i + 1, "TIME", "LOCAL"))
                    || (text.is(i, "BY") && text.isOneOf(i + 1, "SOURCE", "TARGET"))) {
                throw refused("with " + text.word(i));
            }
        }
    }

    /** Refuses the state of one connection and the sequences of one database, which would differ elsewhere. */
    private void checkSession() throws SQLException {
        for (int i = 0; i < text.size(); i++) {
            String called = text.isName(i) ? text.name(i) : "";
            boolean call = text.is(i + 1, "(") || (text.is(i - 1, ".") && SEQUENCES.contains(called));
            boolean next = text.is(i, "NEXT") && text.is(i + 1, "VALUE");
            boolean variable = called.startsWith("@@") || (called.startsWith("@") && text.is(i + 1, ":="));
            if ((call && Functions.isOfSession(called)) || next || variable) {
                throw ShardingExceptions.of(ErrorCode.SESSION_FUNCTION, text.string(i));
            }
        }
    }

    private Condition condition(int from, int to) {
        int first = from;
        int last = to;
        while (text.isEnclosed(first, last)) {
            first++;
            last--;
        }
        int depth = text.token(first).depth();
        List<Condition> parts = new ArrayList<>();
        int start = first;
        for (int i = first; i <= last; i++) {
            if (i < last && text.token(i).depth() == depth && text.isOneOf(i, "OR", "BETWEEN", "CASE", "XOR", "NOT")) {
                return Condition.other();
            }
            if (i == last || (text.token(i).depth() == depth && text.is(i, "AND"))) {
                parts.add(equality(start, i));
                start = i + 1;
            }
        }
        return new Condition.And(parts);
    }

    private Condition equality(int from, int to) {
        int equals = text.find(from, to, text.token(from).depth(), "=");
        if (equals < 0) {
            // Some put each part in parentheses.
            return text.isEnclosed(from, to) ? condition(from, to) : Condition.other();
        }
        String left = column(from, equals);
        String right = column(equals + 1, to);
        Value value = left != null ? source.value(equals + 1, to) : source.value(from, equals);
        String column = left != null ? left : right;
        return column == null || value == null
                ? Condition.other()
                : new Condition.In(new ColumnRef(0, column), List.of(value));
    }

    /** The column of the target that the tokens name, with its label before it unless only the target has it, or null. */
    private @Nullable String column(int from, int to) {
        String name = text.isName(from) ? text.name(from) : null;
        if (to - from == 3 && text.is(from + 1, ".") && label.equals(name)) {
            return text.name(from + 2);
        }
        boolean alone = to - from == 1
                && name != null
                && !text.isOneOf(from, VALUES)
                && !valueWords.contains(text.word(from))
                && ofTarget.contains(name)
                && !source.names().contains(name);
        return alone ? name : null;
    }

    private void clauses(int when) throws SQLException {
        for (int i = text.next(when, "THEN"); i < text.size(); i = text.next(i + 1, "THEN")) {
            int end = text.next(i, "WHEN");
            if (text.is(i + 1, "INSERT")) {
                insert(i + 2, end, !text.is(i - 1, "MATCHED"));
            } else if (text.is(i + 1, "UPDATE") && text.is(i + 2, "SET")) {
                assign(i + 3, end);
            } else if (!text.is(i + 1, "DELETE") && !text.is(i + 1, "DO")) {
                throw refused("with " + text.word(i + 1));
            }
        }
    }

    /** @param conditional whether its clause has a condition */
    private void insert(int from, int to, boolean conditional) throws SQLException {
        int close = text.is(from, "(") ? text.find(from + 1, to, 0, ")") : -1;
        if (close < 0 || !text.is(close + 1, "VALUES")) {
            throw refused("whose INSERT does not name columns and the values of one row");
        }
        row(names(from + 1, close), close + 2, to, conditional);
    }

    /** The columns that a list names, each perhaps by its table. */
    private List<String> names(int from, int to) {
        return text.split(from, to, 1).stream()
                .map(each -> text.name(each[1] - 1))
                .toList();
    }

    private void row(List<String> columns, int from, int to, boolean conditional) throws SQLException {
        if (!text.isEnclosed(from, to)) {
            throw refused("whose INSERT does not name columns and the values of one row");
        }
        List<int[]> given = text.split(from + 1, to - 1, 1);
        List<@Nullable Value> values = new ArrayList<>();
        List<Span> places = new ArrayList<>();
        for (int[] each : given) {
            values.add(source.value(each[0], each[1]));
            places.add(text.span(each[0], each[1]));
        }
        if (columns.size() != given.size()) {
            throw ShardingExceptions.of(
                    ErrorCode.ROW_LENGTH, given.size() + " values for " + columns.size() + " columns of a MERGE");
        }
        ParsedStatement.Row row = new ParsedStatement.Row(text.span(from, to), values, places, new BitSet());
        inserted.add(new ParsedStatement.MergedRow(columns, row, conditional));
    }

    private void assign(int from, int to) throws SQLException {
        for (int[] part : text.split(from, to, 0)) {
            int equals = text.find(part[0], part[1], 0, "=");
            boolean qualified = equals - part[0] == 3 && text.is(part[0] + 1, ".");
            if (equals < 0 || !(qualified || equals - part[0] == 1) || !text.isName(equals - 1)) {
                throw refused("whose UPDATE assigns several columns at once");
            }
            String own = column(equals + 1, part[1]);
            assignments.add(new ParsedStatement.Assignment(
                    0,
                    text.name(equals - 1),
                    source.value(equals + 1, part[1]),
                    own == null ? null : new ColumnRef(0, own)));
        }
    }

    private static SQLException refused(String detail) {
        return ShardingExceptions.of(ErrorCode.INSERT_FORM, "MERGE " + detail);
    }
}
