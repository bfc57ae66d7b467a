package io.shardkit.planner.analysis;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.LowBitsAlgorithm;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.RepeatableKeys;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.dialect.facts.NullOrder;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Refusal;
import io.shardkit.route.Axis;
import io.shardkit.route.HeldShard;
import io.shardkit.route.HintedTable;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.SettingNames;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The tables of one statement: which are sharded, broadcast or single, and what is known of their columns. */
public final class Tables {
    private final ShardMap rule;
    private final List<TableUse> uses;
    private final Catalog catalog;
    private final UnitSqlCache kept;
    private final List<@Nullable Table> tables;

    private Tables(
            List<TableUse> uses, List<@Nullable Table> tables, ShardMap rule, Catalog catalog, UnitSqlCache kept) {
        this.uses = uses;
        this.tables = tables;
        this.rule = rule;
        this.catalog = catalog;
        this.kept = kept;
    }

    /**
     * The tables of a statement; refused if one does not exist yet, or is an actual table.
     *
     * @throws SQLException if a database cannot be asked
     */
    public static Attempt<Tables> of(ParsedStatement statement, ShardMap rule, Catalog catalog, UnitSqlCache kept)
            throws SQLException {
        List<@Nullable Table> tables = new ArrayList<>();
        for (TableUse use : statement.tables()) {
            Table table = catalog.table(use.name());
            if (table == null && !rule.isSingle(use.name())) {
                return Attempt.refused(ErrorCode.TABLE_NOT_FOUND, use.name());
            }
            if (rule.isActualTable(use.name())) {
                return Attempt.refused(ErrorCode.ACTUAL_TABLE, use.name());
            }
            tables.add(table);
        }
        return Attempt.done(new Tables(statement.tables(), tables, rule, catalog, kept));
    }

    /** Returns the sort position of NULL when the statement does not say. */
    public NullOrder nullOrder(Dialect dialect) {
        ServerSettings settings = catalog.settings();
        return settings == null ? dialect.nullOrder() : settings.nullOrder();
    }

    /**
     * Returns true if the statement has the table's name in another letter case, which the database takes for another
     * table.
     */
    public boolean mayMeanAnother(SqlText text, TableUse use) {
        ServerSettings settings = catalog.settings();
        return settings != null && text.mentionsInOtherCase(use.name(), settings);
    }

    public List<TableUse> uses() {
        return uses;
    }

    public @Nullable RoutedTable sharded(int use) {
        return rule.shardedTable(uses.get(use).name());
    }

    /** The sharded table of a use that is known to have one. */
    public RoutedTable shardedOf(TableUse use) {
        RoutedTable table = rule.shardedTable(use.name());
        if (table == null) {
            throw new IllegalArgumentException(use + " is not sharded");
        }
        return table;
    }

    /** For each table use its sharded table, or null. */
    List<@Nullable RoutedTable> shardedTables() {
        List<@Nullable RoutedTable> sharded = new ArrayList<>();
        uses.forEach(use -> sharded.add(sharded(use.id())));
        return sharded;
    }

    /** A text of the statement for the units of a table's binding group. */
    public UnitTexts texts(SqlTemplate template, RoutedTable lead) {
        return new UnitTexts(template, shardedTables(), lead, kept);
    }

    public List<TableUse> shardedUses() {
        return uses.stream().filter(use -> sharded(use.id()) != null).toList();
    }

    public boolean isBroadcast(int use) {
        return rule.isBroadcast(uses.get(use).name());
    }

    /** Returns the rule, which says which tables are sharded, broadcast or single. */
    public ShardMap rule() {
        return rule;
    }

    /** The lookup tables of a sharded table; none for most. */
    public List<Lookup> lookups(TableUse use) {
        return rule.lookups(use.name());
    }

    public boolean hasLookups(TableUse use) {
        return !lookups(use).isEmpty();
    }

    /** Returns true if the table is the lookup table of another table. */
    public boolean isLookup(TableUse use) {
        return rule.isLookupTable(use.name());
    }

    /** The data sources of the single tables, each once. */
    public SortedSet<Integer> singleSources() {
        SortedSet<Integer> sources = new TreeSet<>();
        for (TableUse use : uses) {
            if (rule.isSingle(use.name())) {
                sources.add(rule.dataSourceOfSingle(use.name()));
            }
        }
        return sources;
    }

    /** Returns true if the single tables lie on several data sources, so that some of them have to be copied. */
    public boolean areApart() {
        return singleSources().size() > 1;
    }

    /** The declared single tables; the others can be read where they are only. */
    public List<TableUse> declaredSingleUses() {
        return uses.stream()
                .filter(use -> rule.isSingle(use.name()) && rule.isDeclaredSingle(use.name()))
                .toList();
    }

    /** Returns true if the statement reads an undeclared single table. */
    public boolean hasUndeclaredSingle() {
        return uses.stream().anyMatch(this::isUndeclaredSingle);
    }

    /** Returns true if the table is an undeclared single table. */
    public boolean isUndeclaredSingle(TableUse use) {
        return rule.isSingle(use.name()) && !rule.isDeclaredSingle(use.name());
    }

    /**
     * Returns a message that names the undeclared single tables, which are read on their own data source only, and the line
     * that declares them, or null if there are none.
     */
    public @Nullable String undeclaredSingles() {
        List<String> names = uses.stream()
                .filter(this::isUndeclaredSingle)
                .map(use -> rule.dataSources().get(defaultDataSource()) + "." + use.name())
                .distinct()
                .toList();
        return names.isEmpty()
                ? null
                : String.join(", ", names)
                        + " and rows elsewhere, to which only a declared table is copied. Declare it "
                        + rule.names().singles(names);
    }

    /** Returns the names of settings for messages. */
    public SettingNames names() {
        return rule.names();
    }

    /** Returns the refusal to bring together single tables of several data sources. */
    public Refusal singlesApart() {
        String undeclared = undeclaredSingles();
        return new Refusal(
                ErrorCode.TABLES_APART, undeclared == null ? "single tables on several data sources" : undeclared);
    }

    /** Returns the data source of undeclared tables. */
    public int defaultDataSource() {
        return rule.home();
    }

    /** A single table as one with a single unit. */
    public RoutedTable unitOf(TableUse single) {
        return rule.singleAsUnit(single.name());
    }

    public @Nullable Column column(ColumnRef ref) {
        Table table = tables.get(ref.use());
        return table == null ? null : table.column(ref.name());
    }

    /** Returns the conversion of the column's values to sharding keys. */
    public ColumnKeys keys(ColumnRef ref) {
        Column column = column(ref);
        return column == null ? KeyNormalizer.of(KeyType.UNSUPPORTED) : column.keys();
    }

    public TextOrder textOrder(@Nullable ColumnRef ref) {
        Column column = ref == null ? null : column(ref);
        return column == null ? TextOrder.UNKNOWN : column.textOrder();
    }

    /** The columns of a table, in order. */
    public List<Column> columns(int use) {
        Table table = tables.get(use);
        return table == null ? List.of() : table.columns();
    }

    /** Returns the unique keys of a table, or null if they are not known. */
    public @Nullable List<UniqueKey> uniqueKeys(TableUse use) throws SQLException {
        return catalog.uniqueKeys(use.name());
    }

    /**
     * The columns that the rows of an INSERT have values for, in order.
     *
     * @param listed those that it names, or null if it names none
     */
    public List<String> insertedColumns(int use, @Nullable List<String> listed) {
        Table table = tables.get(use);
        return listed != null ? listed : table == null ? List.of() : table.visibleNames();
    }

    /** Returns the choice for a unique key of a sharded table that is not kept unique over its units otherwise. */
    public UniqueKeyChoice choice(TableUse use, UniqueKey key) {
        boolean counted = key.columns().stream()
                .map(name -> column(new ColumnRef(use.id(), name)))
                .anyMatch(column -> column != null && column.filling().kind() == Filling.Kind.COUNTER);
        return shardedOf(use).choice(key.columns(), key.exact() ? null : key.name(), counted);
    }

    /** The columns of a sharded table that each actual table counts by itself, where nothing is chosen for that. */
    public List<Column> unchosenCounters(TableUse use) {
        return repeatable(use).unchosenCounters();
    }

    /**
     * The unique keys of a sharded table that may repeat over its units, where nothing is chosen for that.
     *
     * @throws SQLException if a database cannot be asked
     */
    public List<UniqueKey> unchosenKeys(TableUse use) throws SQLException {
        return repeatable(use).unchosenKeys(catalog);
    }

    private RepeatableKeys repeatable(TableUse use) {
        return new RepeatableKeys(rule, shardedOf(use), tables.get(use.id()));
    }

    /** The column names of a table, in order. */
    public List<String> columnNames(int use) {
        Table table = tables.get(use);
        return table == null ? List.of() : table.columnNames();
    }

    /** The axes of a sharded table; those whose column cannot be compared here have {@link KeyType#UNSUPPORTED}. */
    public List<Axis> axes(TableUse use) {
        RoutedTable table = shardedOf(use);
        List<Axis> axes = new ArrayList<>();
        addAxis(axes, use, true, table.databaseStrategy());
        addAxis(axes, use, false, table.tableStrategy());
        return axes;
    }

    /** The column whose low bits hold the shard of one of the axes, or null if none does. */
    public @Nullable HeldShard held(TableUse use) {
        RoutedTable table = shardedOf(use);
        HeldShard ofDatabase = held(use, true, table.databaseStrategy());
        return ofDatabase != null ? ofDatabase : held(use, false, table.tableStrategy());
    }

    private @Nullable HeldShard held(TableUse use, boolean database, @Nullable ShardingStrategy strategy) {
        String column = strategy == null ? null : strategy.alsoBy();
        if (strategy == null || column == null) {
            return null;
        }
        LowBitsAlgorithm bits = new LowBitsAlgorithm(strategy.algorithm().shardCount());
        List<Axis> axes = new ArrayList<>();
        addAxis(axes, use, database, new ShardingStrategy(column, bits));
        addAxis(axes, use, database, strategy.heldBy(shardedOf(use).keyGeneration()));
        return new HeldShard(axes.get(0), bounds(use, column), axes.get(1));
    }

    /** By what rows are found: the axes and, as the last one, that of the column that holds a shard, if one does. */
    public List<Axis> findingAxes(TableUse use) {
        List<Axis> axes = axes(use);
        HeldShard held = held(use);
        if (held != null) {
            axes.add(held.axis());
        }
        return axes;
    }

    /**
     * Returns the columns that have to agree in a written row: the placing columns and, as the last one, the column that
     * holds a shard.
     */
    public List<Axis.Column> findingColumns(TableUse use) {
        return findingAxes(use).stream()
                .flatMap(axis -> axis.columns().stream())
                .toList();
    }

    /** The column whose low bits hold the shard of an axis, or null. */
    public @Nullable String heldIn(TableUse use, Axis axis) {
        HeldShard held = held(use);
        return held == null || !held.isOf(axis) || held.axis().keyType() == KeyType.UNSUPPORTED ? null : held.column();
    }

    /** Returns true if rows that are equal in these columns have the same shard of an axis. */
    public boolean isToldBy(TableUse use, Axis axis, Collection<String> columns) {
        String held = heldIn(use, axis);
        return (!axis.isByHint() && columns.containsAll(axis.names())) || (held != null && columns.contains(held));
    }

    private void addAxis(List<Axis> axes, TableUse use, boolean database, @Nullable ShardingStrategy strategy) {
        if (strategy != null) {
            List<Axis.Column> columns = new ArrayList<>();
            for (String name : strategy.columns()) {
                ColumnKeys keys = keys(new ColumnRef(use.id(), name));
                columns.add(
                        new Axis.Column(name, strategy.accepts(keys) ? keys : KeyNormalizer.of(KeyType.UNSUPPORTED)));
            }
            axes.add(new Axis(database, columns, strategy.algorithm()));
        }
    }

    /** Returns true if a hint decides where rows of a table lie, at least on one axis. */
    public boolean isByHint(TableUse use) {
        return axes(use).stream().anyMatch(Axis::isByHint);
    }

    /** Returns the table as hints see it. */
    public HintedTable hinted(TableUse use) {
        return new HintedTable(shardedOf(use), axes(use), rule);
    }

    /** The columns of all axes, one axis after the other; one that decides on both is there twice. */
    public List<Axis.Column> placingColumns(TableUse use) {
        return axes(use).stream().flatMap(axis -> axis.columns().stream()).toList();
    }

    /** Returns true if rows that are equal in these columns always lie in one unit. */
    public boolean placeRows(TableUse use, Collection<String> columns) {
        return axes(use).stream().allMatch(axis -> isToldBy(use, axis, columns));
    }

    /** For each of the placing columns what it takes as it is. */
    public List<KeyBounds> keyBounds(TableUse use) {
        return placingColumns(use).stream()
                .map(column -> bounds(use, column.name()))
                .toList();
    }

    /** Returns the bounds of the values that a column stores unchanged. */
    public KeyBounds bounds(TableUse use, String name) {
        Column column = column(new ColumnRef(use.id(), name));
        return column == null ? KeyBounds.NONE : KeyBounds.of(column);
    }

    /**
     * Returns the reason that rows cannot be placed by a column: it is missing, or of no type for the algorithm; null if
     * they can.
     */
    public @Nullable Refusal unplaced(TableUse use, Axis.Column placing) {
        if (placing.keyType() != KeyType.UNSUPPORTED) {
            return null;
        }
        String name = use.name() + "." + placing.name();
        Column column = column(new ColumnRef(use.id(), placing.name()));
        if (column == null) {
            return new Refusal(ErrorCode.SHARDING_COLUMN_NOT_FOUND, name);
        }
        ShardingStrategy strategy = shardedOf(use).strategies().get(0);
        String misplaced = strategy.algorithm().accepts(column.keyType()) ? strategy.misplaced(column.keys()) : null;
        return new Refusal(
                ErrorCode.KEY_TYPE_NOT_SUPPORTED,
                name + " of type " + column.definition()
                        + (misplaced == null ? "" : ", of whose placed-keys " + misplaced));
    }

    /** The columns of the written table that its databases would fill each by itself. */
    public List<Column> filledByDatabase() {
        return columns(0).stream().filter(Column::filledByDatabase).toList();
    }
}
