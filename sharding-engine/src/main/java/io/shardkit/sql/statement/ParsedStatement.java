package io.shardkit.sql.statement;

import io.shardkit.dialect.facts.NameKind;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The facts of one statement; nothing in here is of the parser. */
public sealed interface ParsedStatement {

    /** The text. */
    SqlText text();

    /** Every table of the statement, at all levels of nesting, by number. */
    default List<TableUse> tables() {
        return List.of();
    }

    /** Every query block; the outermost first. */
    default List<Block> blocks() {
        return List.of();
    }

    /** The places that name a sharded table. */
    default List<TableName> names() {
        return List.of();
    }

    /**
     * The names, in lower case, that are used as those of columns, and that no table in sight is known to have: the
     * database may have something of its own by that name.
     */
    default Set<String> unknownColumns() {
        return Set.of();
    }

    /**
     * The facts that statements of tables share.
     *
     * @param tables as {@link ParsedStatement#tables}
     * @param blocks as {@link ParsedStatement#blocks}
     * @param names as {@link ParsedStatement#names}
     * @param unknownColumns as {@link ParsedStatement#unknownColumns}
     */
    record Parts(
            SqlText text,
            List<TableUse> tables,
            List<Block> blocks,
            List<TableName> names,
            Set<String> unknownColumns) {
        /** The same with other blocks. */
        public Parts with(List<Block> others) {
            return new Parts(text, tables, others, names, unknownColumns);
        }

        /** The same with other names. */
        Parts named(List<TableName> others) {
            return new Parts(text, tables, blocks, others, unknownColumns);
        }
    }

    /** A statement of tables. */
    sealed interface OfTables extends ParsedStatement {
        /** The facts that it shares with others. */
        Parts parts();

        @Override
        default SqlText text() {
            return parts().text();
        }

        @Override
        default List<TableUse> tables() {
            return parts().tables();
        }

        @Override
        default List<Block> blocks() {
            return parts().blocks();
        }

        @Override
        default List<TableName> names() {
            return parts().names();
        }

        @Override
        default Set<String> unknownColumns() {
            return parts().unknownColumns();
        }
    }

    /**
     * A SELECT.
     *
     * @param simple the outermost block's clauses, or null if the statement is a set operation or starts with WITH
     * @param locking whether the query locks rows
     * @param labels the labels of some of the columns
     * @param unknownNames the names, in lower case, that nothing in sight is known to have: of columns, and of tables
     *     followed by a dot
     */
    record Query(
            Parts parts,
            @Nullable SelectClauses simple,
            boolean locking,
            List<ItemLabel> labels,
            Set<String> unknownNames)
            implements OfTables {}

    /**
     * The clauses of an outermost SELECT.
     *
     * @param list the select list
     * @param groups the groups
     * @param orderBy the order items
     * @param limit LIMIT and OFFSET, or null
     * @param special a clause that cannot be merged, such as a window or ROLLUP, or null
     */
    record SelectClauses(
            SelectList list, Groups groups, List<OrderItem> orderBy, @Nullable Limit limit, @Nullable String special) {
        /** The items of the select list. */
        public List<SelectItem> items() {
            return list.items();
        }

        /** Returns true if it says DISTINCT. */
        public boolean distinct() {
            return list.distinct();
        }

        /** The group items. */
        public List<Expression> groupBy() {
            return groups.items();
        }
    }

    /**
     * A select list.
     *
     * @param end offset at which columns may be appended to it
     * @param distinct whether it says DISTINCT
     */
    record SelectList(List<SelectItem> items, int end, boolean distinct) {}

    /**
     * GROUP BY and HAVING.
     *
     * @param end offset at which more items may be appended, or a GROUP BY where there is none
     * @param having whether there is a HAVING
     */
    record Groups(List<Expression> items, int end, boolean having) {}

    /**
     * An UPDATE or DELETE.
     *
     * @param update whether it is an UPDATE
     * @param targets numbers of the tables it changes, at least one
     * @param assignments what an UPDATE assigns
     * @param selection which rows it is about
     * @param functions names of the functions it calls, in lower case
     */
    record Write(
            Parts parts,
            boolean update,
            List<Integer> targets,
            List<Assignment> assignments,
            Selection selection,
            List<String> functions)
            implements OfTables {

        /** The columns that an UPDATE assigns, in lower case. */
        public List<String> assigned() {
            return assignments.stream().map(Assignment::column).toList();
        }

        /** Returns true if it says LIMIT. */
        public boolean limited() {
            return selection.limited();
        }

        /** The LIMIT, or null if it is none of a plain number of rows. */
        public @Nullable Limit limit() {
            return selection.limit();
        }
    }

    /**
     * The clauses of an UPDATE or DELETE that decide which rows it is about.
     *
     * @param conditional whether it has a WHERE
     * @param limited whether it says LIMIT; an order without it changes nothing
     * @param limit that LIMIT, or null if it is none of a plain number of rows
     */
    record Selection(boolean conditional, boolean limited, @Nullable Limit limit) {}

    /**
     * One assignment of an UPDATE.
     *
     * @param use number of the table
     * @param column the column, in lower case
     * @param value what it is given, or null if that is neither a value nor a column
     * @param source the column that it is given, or null
     */
    record Assignment(int use, String column, @Nullable Value value, @Nullable ColumnRef source) {}

    /**
     * The table and columns that an INSERT names.
     *
     * @param table where the name of the written table stands
     * @param columns the columns in lower case, or null if the statement does not name them
     * @param listEnd offset of the closing parenthesis of the column list, or -1
     */
    record Target(Span table, @Nullable List<String> columns, int listEnd) {}

    /** An INSERT or REPLACE. */
    sealed interface Inserting extends OfTables {
        /** The table and columns that it names. */
        Target into();

        /** The action for a row whose unique key is taken, or null if such a row is an error. */
        @Nullable Upsert upsert();

        /** Returns true if it takes values of a sequence, which is on the default data source. */
        boolean takesNextValues();

        /** The same with another upsert, and more names. */
        Inserting with(Upsert upsert, List<TableName> names);

        /** The place of the name of the written table. */
        default Span target() {
            return into().table();
        }

        /** The columns in lower case, or null if the statement does not name them. */
        default @Nullable List<String> columns() {
            return into().columns();
        }

        /** The offset of the closing parenthesis of the column list, or -1. */
        default int columnListEnd() {
            return into().listEnd();
        }
    }

    /**
     * The rows of an INSERT.
     *
     * @param span from the word VALUES or SET to their end
     * @param set whether it says SET; there is one row then
     * @param each the rows
     */
    record Rows(Span span, boolean set, List<Row> each) {}

    /**
     * An INSERT ... VALUES or SET.
     *
     * @param given the rows
     * @param special a clause that is not known, or null
     * @param upsert what happens to a row that is there already, or null if it is an error
     * @param functions names of the functions it calls, in lower case
     */
    record Insert(
            Parts parts,
            Target into,
            Rows given,
            @Nullable String special,
            @Nullable Upsert upsert,
            List<String> functions)
            implements Inserting {

        /** The place of the rows, from the word VALUES or SET to their end. */
        public Span values() {
            return given.span();
        }

        /** Returns true if it says SET; there is one row then. */
        public boolean set() {
            return given.set();
        }

        /** The rows. */
        public List<Row> rows() {
            return given.each();
        }

        /** The same with other rows. */
        public Insert with(List<Row> rows) {
            return new Insert(parts, into, new Rows(values(), set(), rows), special, upsert, functions);
        }

        @Override
        public boolean takesNextValues() {
            return functions.stream().anyMatch(Functions::isNextValue);
        }

        @Override
        public Insert with(Upsert upsert, List<TableName> names) {
            return new Insert(parts.named(names), into, given, special, upsert, functions);
        }

        /**
         * The statement with its rows as those of a query, which a database computes; null if they say DEFAULT, which
         * only the table itself knows.
         */
        public @Nullable InsertSelect computed() {
            boolean defaults = rows().stream().anyMatch(row -> !row.defaults().isEmpty());
            return set() || defaults
                    ? null
                    : new InsertSelect(parts, into, values(), upsert, List.of(), takesNextValues());
        }
    }

    /**
     * An INSERT or REPLACE of the rows of a query.
     *
     * @param query where the query stands
     * @param upsert what happens to a row that is there already, or null if it is an error
     * @param namesRead the names that assignments to such a row read, in lower case
     * @param takesNextValues whether it takes values of a sequence, which is on the default data source
     */
    record InsertSelect(
            Parts parts,
            Target into,
            Span query,
            @Nullable Upsert upsert,
            List<String> namesRead,
            boolean takesNextValues)
            implements Inserting {

        @Override
        public InsertSelect with(Upsert upsert, List<TableName> names) {
            return new InsertSelect(parts.named(names), into, query, upsert, namesRead, takesNextValues);
        }
    }

    /**
     * A MERGE of rows of values.
     *
     * @param parts with a block for each row, of what its ON demands
     * @param rows the rows
     * @param separator what stands between two of them
     * @param alike whether each of them, with parameters set alike, has columns of the types that all of them have
     * @param key the columns of H2's KEY, whose row it updates, or none in the standard's form
     * @param own what another database with the same rows could answer otherwise, or null if there is nothing
     */
    record Merge(
            Parts parts, List<MergeRow> rows, String separator, boolean alike, List<String> key, @Nullable String own)
            implements OfTables {}

    /**
     * A row of values of a MERGE, and what is done for it.
     *
     * @param span where it stands
     * @param labels by the offset at which it goes, what names a column where the row comes first
     * @param untyped its parameters that are not cast, in their order
     * @param inserted the row as each of the INSERTs gives it
     * @param assignments of all of the UPDATEs
     */
    record MergeRow(
            Span span,
            Map<Integer, String> labels,
            List<Integer> untyped,
            List<MergedRow> inserted,
            List<Assignment> assignments) {}

    /**
     * A row that a MERGE inserts.
     *
     * @param columns the columns in lower case
     * @param row their values
     * @param conditional whether more than that no row is met decides whether it is inserted
     */
    record MergedRow(List<String> columns, Row row, boolean conditional) {
        /** The value of a column if it is known when the statement is bound, or null. */
        public @Nullable Value value(String column) {
            int at = columns.indexOf(column);
            return at < 0 ? null : row.values().get(at);
        }
    }

    /**
     * The action of an INSERT for a row whose unique key is taken.
     *
     * @param form as the user calls it
     * @param target the columns of the only key that may be taken, in lower case; empty if any key may
     * @param constraint the place of the key's name if the name stands instead of its columns, or null
     * @param ignores whether the statement says IGNORE, which also turns errors in values into warnings on some databases
     * @param set what the existing row gets
     */
    record Upsert(String form, List<String> target, @Nullable Span constraint, boolean ignores, UpsertedValues set) {
        /** The form in which the row that is there gives way. */
        public static final String REPLACE = "REPLACE";

        /** The form of a MERGE. */
        public static final String MERGE = "MERGE";

        /** The form of MySQL and MariaDB, which count a row that is updated as two. */
        public static final String DUPLICATE_KEY = "ON DUPLICATE KEY UPDATE";

        /** One that assigns nothing. */
        public static Upsert withoutAssignments(String form, List<String> target, boolean ignores) {
            UpsertedValues none = new UpsertedValues(List.of(), List.of(), List.of(), Map.of());
            return new Upsert(form, target, null, ignores, none);
        }

        /** The columns that are assigned in the existing row, in lower case. */
        public List<String> assigned() {
            return set.assigned();
        }

        /** The assigned columns that may get another value than the existing row or the row to insert has. */
        public List<String> changed() {
            return set.changed();
        }

        /** The same, of a key whose name stands there. */
        public Upsert on(Span constraint) {
            return new Upsert(form, target, constraint, ignores, set);
        }

        /** The same, of the key with these columns. */
        public Upsert of(List<String> columns) {
            return new Upsert(form, columns, null, ignores, set);
        }

        /** Returns true if the existing row gives way to the row to insert. */
        public boolean replaces() {
            return form.equals(REPLACE);
        }

        /** Returns true if it is a MERGE, which says itself which row it meets. */
        public boolean merges() {
            return form.equals(MERGE);
        }

        /** Returns true if the database may meet a row by the key. */
        public boolean mayMeetBy(List<String> key) {
            return target.isEmpty() || (target.size() == key.size() && target.containsAll(key));
        }

        /** Returns true if a row is left out when any of its keys is taken. */
        public boolean skips() {
            return !replaces() && !merges() && assigned().isEmpty() && target.isEmpty() && constraint == null;
        }
    }

    /**
     * The values that an upsert assigns in the existing row.
     *
     * @param assigned the columns, in lower case
     * @param changed those that may get another value than the existing row or the row to insert has
     * @param taken those that get the value of the row to insert
     * @param values the values that are known when the statement is bound, for changed columns that are changed only once
     */
    record UpsertedValues(List<String> assigned, List<String> changed, List<String> taken, Map<String, Value> values) {}

    /**
     * One row of an INSERT.
     *
     * @param span from its opening to its closing parenthesis, or from the first to the last assignment of SET
     * @param values its values; null for one that is not known before the database computes it
     * @param places where its values stand
     * @param defaults which of them are the word DEFAULT
     */
    record Row(Span span, List<@Nullable Value> values, List<Span> places, BitSet defaults) {
        /** By column, where the values stand that are known. */
        public Map<String, Span> given(List<String> columns) {
            Map<String, Span> given = new HashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                if (values.get(i) != null) {
                    given.put(columns.get(i), places.get(i));
                }
            }
            return given;
        }
    }

    /**
     * The question for the key that the connection's last INSERT generated.
     *
     * @param label of the answer's column
     */
    record LastKey(SqlText text, String label) implements ParsedStatement {}

    /** A SHOW or DESCRIBE of a table. */
    record Show(SqlText text, List<TableUse> tables, List<TableName> names) implements ParsedStatement {}

    /**
     * ANALYZE TABLE and the like, which answer with rows about each table.
     *
     * @param tables the tables in their order
     * @param span where they stand, from the first to the last
     */
    record Maintenance(SqlText text, List<TableUse> tables, Span span) implements ParsedStatement {}

    /** The subject of a SHOW of all tables. */
    enum Listed {
        TABLES,
        STATUS,
        TRIGGERS
    }

    /**
     * A SHOW of all tables, or of something that all of them have.
     *
     * @param end offset at which the words end that each data source is asked
     * @param like the pattern that follows, or null
     * @param where the condition for the listed rows that follows, or null
     */
    record ShowAll(SqlText text, Listed listed, int end, @Nullable String like, @Nullable String where)
            implements ParsedStatement {}

    /**
     * The database's own EXPLAIN of a statement.
     *
     * @param offset where that statement begins
     * @param runs whether the database also runs it
     */
    record Explain(SqlText text, int offset, boolean runs) implements ParsedStatement {}

    /**
     * A SET of the connection's state.
     *
     * @param settings a statement for each variable, by its name
     * @param local whether it ends with the open transaction
     */
    record SetState(SqlText text, Map<String, Setting> settings, boolean local) implements ParsedStatement {
        public SetState {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        }
    }

    /** A SET of something that all sessions of a database share. */
    record SetShared(SqlText text) implements ParsedStatement {}

    /** A DO, of expressions without tables. */
    record Evaluation(SqlText text) implements ParsedStatement {}

    /** A statement to the transaction of the connection. */
    record Control(SqlText text, TransactionStep step) implements ParsedStatement {}

    /**
     * A CREATE, ALTER, DROP or TRUNCATE of tables, or one of an index.
     *
     * @param parts with the table that is defined, or those that are dropped or truncated, and after it those it refers
     *     to; without tables where only the name of an index is given
     * @param written the tables' names as the user writes them
     * @param list span of the list of tables that are dropped or truncated together, or null
     * @param ownNames names of constraints and indexes
     * @param change what becomes of the table
     * @param createsIndex whether the statement is a CREATE INDEX
     */
    record Ddl(
            Parts parts,
            List<String> written,
            @Nullable Span list,
            List<OwnName> ownNames,
            Change change,
            boolean createsIndex)
            implements OfTables {}

    /**
     * The changes to a table by a definition.
     *
     * @param references the foreign keys that it makes
     * @param columns those that are dropped, renamed or given another type, in lower case; {@code *} for all text
     * @param fillsRows whether rows that are there get values that may differ between databases
     * @param keys the unique keys that it makes
     * @param counted the columns whose values a counter of the database makes
     */
    record Change(
            List<Reference> references,
            List<String> columns,
            boolean fillsRows,
            List<Key> keys,
            List<String> counted) {}

    /**
     * A unique key that a definition makes.
     *
     * @param name in lower case, or empty if it has none of its own
     * @param columns whose whole values it compares, in lower case
     * @param exact whether it compares nothing else
     */
    record Key(String name, List<String> columns, boolean exact) {}

    /**
     * The name of a constraint or index.
     *
     * @param span where it stands
     * @param name without quotes
     * @param kind of what it is the name
     * @param existing whether it was given by an earlier statement
     */
    record OwnName(Span span, String name, NameKind kind, boolean existing) {}

    /**
     * A foreign key.
     *
     * @param use the table it refers to
     * @param columns its own columns, in lower case
     */
    record Reference(int use, List<String> columns) {}
}
