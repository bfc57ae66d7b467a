package io.shardkit.planner.gather;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.SqlTemplate.Part;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.CommonTableUses;
import io.shardkit.sql.text.CommonTableUses.Entry;
import io.shardkit.sql.text.CommonTableUses.Reference;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a common table of gathered rows once for each place that reads it, for databases that open a temporary table
 * once in a statement: each of them reads copies of its own. Where its rows may be others each time, its query is asked
 * once before, and copied are its rows; if that might change its values, it is left for the database to refuse. For one
 * statement.
 */
final class CommonTableCopies {
    /** So many common tables are not written more than once each. */
    private static final int MOST = 100;

    private static final String NAME = "sk_common_";

    private final ParsedStatement statement;
    private final SqlText text;
    private final Dialect dialect;
    private final CommonTableUses common;

    /** By common table, whether its query names a table that may be gathered, or a common table that does. */
    private final BitSet gathered = new BitSet();

    /** The common tables that are asked before the statement. */
    private final BitSet asked;

    private final List<Instance> instances = new ArrayList<>();
    private int copies;

    /** One writing of a common table, or the statement around them. */
    private static final class Instance {
        private final int table;
        private final @Nullable Instance around;
        private final int copy;

        /** Flag that this copy has a name of its own, as another copy has the name of the common table. */
        private final boolean renamed;

        /** By token of the names that are read in its query, what they mean. */
        private final Map<Integer, Instance> reads = new TreeMap<>();

        /** The writings of the common tables that are declared in its query; the first stands where it was. */
        private final Map<Integer, List<Instance>> declares = new LinkedHashMap<>();

        Instance(int table, @Nullable Instance around, int copy, boolean renamed) {
            this.renamed = renamed;
            this.table = table;
            this.around = around;
            this.copy = copy;
        }
    }

    private CommonTableCopies(ParsedStatement statement, Dialect dialect, CommonTableUses common, BitSet asked) {
        this.asked = asked;
        this.statement = statement;
        this.text = statement.text();
        this.dialect = dialect;
        this.common = common;
        for (TableName name : statement.names()) {
            markAround(name.span().start());
        }
        // Common tables that read them may be declared before them, if they are recursive.
        for (int before = -1; before != gathered.cardinality(); ) {
            before = gathered.cardinality();
            for (Reference reference : common.references()) {
                if (gathered.get(reference.table())) {
                    markAround(text.token(reference.token()).start());
                }
            }
        }
    }

    /** Marks the common tables whose queries a place is in. */
    private void markAround(int offset) {
        for (int i = 0; i < common.tables().size(); i++) {
            if (query(common.tables().get(i)).contains(offset)) {
                gathered.set(i);
            }
        }
    }

    /** Edits a statement that reads gathered rows, where that is needed and possible. */
    static void write(ParsedStatement statement, Tables tables, Dialect dialect, SqlTemplate.Editor editor)
            throws SQLException {
        if (dialect.temporaryTables().canBeOpenedTwice()) {
            return;
        }
        CommonTableUses common = CommonTableUses.of(statement.text());
        BitSet asked = new BitSet();
        CommonTableCopies copies = new CommonTableCopies(statement, dialect, common, asked);
        Instance whole = new Instance(CommonTableUses.STATEMENT, null, 0, false);
        if (copies.gathered.isEmpty() || !copies.expand(whole) || copies.copies == 0 || mayReadViews(tables)) {
            return;
        }
        RepeatableQueries queries = new RepeatableQueries(statement, tables, dialect, common);
        Map<Integer, Integer> counts = new HashMap<>();
        copies.instances.forEach(instance -> counts.merge(instance.table, 1, Integer::sum));
        counts.forEach((table, count) -> {
            if (count > 1 && !queries.isRepeatable(common.tables().get(table))) {
                asked.set(table);
            }
        });
        if (!asked.isEmpty()) {
            if (!(statement instanceof ParsedStatement.Query) || !copies.mayAsk()) {
                return;
            }
            copies = new CommonTableCopies(statement, dialect, common, asked);
            whole = new Instance(CommonTableUses.STATEMENT, null, 0, false);
            if (!copies.expand(whole)) {
                return;
            }
            copies.ask(tables.uses().size(), editor);
        }
        copies.edit(whole, editor);
    }

    /**
     * Returns true if each of the common tables that have to be asked before can be: a statement with variables or clocks
     * would see others.
     */
    private boolean mayAsk() {
        for (int i = 0; i < text.size(); i++) {
            boolean variable = text.word(i).startsWith("@") && !text.word(i).startsWith("@@");
            boolean clock = Functions.isOfClock(text.string(i).toLowerCase(Locale.ROOT));
            if (variable || clock || text.is(i, "UNIX_TIMESTAMP")) {
                return false;
            }
        }
        return asked.stream().allMatch(table -> {
            Entry entry = common.tables().get(table);
            List<Integer> read = readBy(table);
            return text.is(0, "WITH")
                    && text.token(entry.name()).depth() == 0
                    && !text.is(entry.name() + 1, "(")
                    && isMaterialized(entry)
                    && common.tables().stream().noneMatch(other -> other.container() == table)
                    && common.references().stream()
                            .noneMatch(other -> other.container() == table && other.table() >= table)
                    && read.stream().distinct().count() == read.size()
                    && (read.isEmpty() || !text.is(1, "RECURSIVE"))
                    && read.stream().noneMatch(this::readsAsked);
        });
    }

    private boolean readsAsked(int table) {
        return common.references().stream()
                .anyMatch(reference -> reference.container() == table && asked.get(reference.table()));
    }

    /** The common tables that are declared again where one is asked before: those that it reads and are not asked themselves. */
    private List<Integer> readBy(int table) {
        List<Integer> read = new ArrayList<>();
        for (Reference reference : common.references()) {
            if (reference.container() == table && reference.table() < table && !asked.get(reference.table())) {
                read.addAll(readBy(reference.table()));
                read.add(reference.table());
            }
        }
        return read;
    }

    /** Returns true if a database computes all rows of the query before it reads them, and so has the values as they are stored. */
    private boolean isMaterialized(Entry entry) {
        int depth = text.token(entry.open() + 1).depth();
        for (int i = entry.open() + 1; i < entry.close(); i++) {
            boolean own =
                    text.token(i).depth() == depth && text.isOneOf(i, "GROUP", "UNION", "EXCEPT", "INTERSECT", "LIMIT");
            if (own || text.is(i, "OVER") || (i == entry.open() + 2 && text.is(i, "DISTINCT"))) {
                return true;
            }
        }
        return false;
    }

    /** Has the queries asked, in the order of their declaration, each over copies of the rows of those before. */
    private void ask(int firstUse, SqlTemplate.Editor editor) {
        for (int table = asked.nextSetBit(0); table >= 0; table = asked.nextSetBit(table + 1)) {
            for (Reference reference : common.references()) {
                if (reference.container() == table && asked.get(reference.table())) {
                    Span name = text.span(reference.token(), reference.token() + 1);
                    editor.slot(name, TableUse.inCopy(firstUse + reference.table(), ++copies));
                    if (!reference.aliased()) {
                        editor.insert(name.end(), " AS " + text.string(reference.token()), List.of());
                    }
                }
            }
            List<Span> declared = readBy(table).stream()
                    .map(common.tables()::get)
                    .map(entry -> text.span(entry.name(), entry.close() + 1))
                    .toList();
            editor.ask(declared, query(common.tables().get(table)), firstUse + table);
        }
    }

    /** The numbers under which the copies of common tables name a table. */
    static List<Integer> copiesOf(int use, SqlTemplate text) {
        return text.uses().stream()
                .filter(id -> TableUse.copy(id) > 0 && TableUse.original(id) == use)
                .toList();
    }

    /** The text in which only some tables, those that are gathered, are others in each copy of a common table. */
    static SqlTemplate ofGathered(SqlTemplate text, Set<Integer> gathered) {
        Set<Integer> copied = new HashSet<>(gathered);
        text.asked().forEach(query -> copied.add(query.use()));
        return text.uses().stream().allMatch(use -> TableUse.copy(use) == 0)
                ? text
                : text.withUses(use -> copied.contains(TableUse.original(use)) ? use : TableUse.original(use));
    }

    /** A view, which has no keys, may have other rows each time that it is read. */
    private static boolean mayReadViews(Tables tables) throws SQLException {
        for (TableUse use : tables.uses()) {
            if (tables.sharded(use.id()) == null) {
                List<UniqueKey> keys = tables.uniqueKeys(use);
                if (keys == null || keys.isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Gives each place in a query that reads a common table a writing of its own; false if these become too many. */
    private boolean expand(Instance reader) {
        for (Reference reference : common.references()) {
            int table = reference.table();
            if (reference.container() != reader.table || !gathered.get(table)) {
                continue;
            }
            Instance itself = around(reader, table);
            if (itself != null) {
                reader.reads.put(reference.token(), itself);
                continue;
            }
            Instance declaring = around(reader, common.tables().get(table).container());
            if (declaring == null || instances.size() == MOST) {
                return false;
            }
            List<Instance> others = declaring.declares.computeIfAbsent(table, none -> new ArrayList<>());
            boolean first = others.isEmpty();
            Instance read = new Instance(table, declaring, first ? declaring.copy : ++copies, !first);
            others.add(read);
            instances.add(read);
            reader.reads.put(reference.token(), read);
            if (!asked.get(table) && !expand(read)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Instance around(Instance instance, int table) {
        Instance around = instance;
        while (around != null && around.table != table) {
            around = around.around;
        }
        return around;
    }

    /** Edits what stands where it stood; what is added is made of the text as it was before. */
    private void edit(Instance whole, SqlTemplate.Editor editor) {
        Map<Integer, List<Part>> added = new TreeMap<>();
        Map<Span, String> renamed = new LinkedHashMap<>();
        collect(whole, added, renamed);
        added.forEach(editor::insert);
        renamed.forEach((span, name) -> editor.replace(span, name, List.of()));
    }

    private void collect(Instance instance, Map<Integer, List<Part>> added, Map<Span, String> renamed) {
        instance.reads.forEach((token, read) -> {
            if (read.renamed) {
                renamed.put(text.span(token, token + 1), name(token, read));
            }
        });
        instance.declares.forEach((table, writings) -> {
            List<Part> parts = others(writings);
            if (!parts.isEmpty()) {
                added.put(query(common.tables().get(table)).end() + 1, parts);
            }
            collect(writings.get(0), added, renamed);
        });
    }

    private String name(Instance read) {
        String name = NAME + read.copy;
        while (text.mentions(name)) {
            name += "_";
        }
        return dialect.quoted(name);
    }

    /** Returns the SQL that replaces a name that is read; the name stays as the alias by which columns are qualified. */
    private String name(int token, Instance read) {
        boolean aliased =
                common.references().stream().anyMatch(reference -> reference.token() == token && reference.aliased());
        return aliased ? name(read) : name(read) + " AS " + text.string(token);
    }

    /** All writings but the first. */
    private List<Part> others(List<Instance> writings) {
        List<Part> parts = new ArrayList<>();
        for (Instance writing : writings.subList(1, writings.size())) {
            Entry table = common.tables().get(writing.table);
            parts.add(new Part.Written(", " + name(writing)));
            int afterName = text.token(table.name()).end();
            parts.add(copied(afterName, query(table).start(), writing));
            parts.addAll(query(writing));
            parts.add(new Part.Written(")"));
        }
        return parts;
    }

    private List<Part> query(Instance writing) {
        Span span = query(common.tables().get(writing.table));
        Map<Integer, Runnable> places = new TreeMap<>();
        List<Part> parts = new ArrayList<>();
        int[] at = {span.start()};
        writing.reads.forEach((token, read) -> {
            Span name = text.span(token, token + 1);
            if (read.renamed) {
                places.put(token, () -> {
                    parts.add(copied(at[0], name.start(), writing));
                    parts.add(new Part.Written(name(token, read)));
                    at[0] = name.end();
                });
            }
        });
        writing.declares.forEach((number, writings) -> {
            Entry table = common.tables().get(number);
            places.put(table.open(), () -> {
                parts.add(copied(at[0], query(table).start(), writing));
                parts.addAll(query(writings.get(0)));
                parts.add(new Part.Written(")"));
                parts.addAll(others(writings));
                at[0] = query(table).end() + 1;
            });
        });
        places.values().forEach(Runnable::run);
        parts.add(copied(at[0], span.end(), writing));
        return parts;
    }

    /** A part of what is written there; tables of statements around it are theirs. */
    private Part copied(int from, int to, Instance writing) {
        return new Part.Copied(new Span(from, to), use -> TableUse.inCopy(use, copy(use, writing)));
    }

    private int copy(int use, Instance writing) {
        Instance around = writing;
        while (around.around != null && !isWithin(use, around.table)) {
            around = around.around;
        }
        return around.copy;
    }

    /** Returns true if the query of a common table has all places that name a table. */
    private boolean isWithin(int use, int table) {
        Span query = query(common.tables().get(table));
        return statement.names().stream()
                .allMatch(
                        name -> name.use() != use || query.contains(name.span().start()));
    }

    /** The query of a common table without the parentheses around it. */
    private Span query(Entry table) {
        int start = text.token(table.open()).end();
        int end = text.token(table.close()).start();
        return new Span(start, end);
    }
}
