package io.shardkit.rule;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import io.shardkit.options.TypedSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A rule as text: all that decides where rows lie, by which instances of an application agree on one rule. The order of
 * declarations, and patterns of data nodes that expand alike, make no difference. Each line is a name, {@code =} and a
 * value; the lines are in the order of their names. Immutable.
 */
@API(status = API.Status.INTERNAL)
public final class RuleText {
    /** The setting that says where rows with negative keys lie. */
    static final String NEGATIVE_KEYS = "negative-keys";

    private static final String FORMAT = "format";
    private static final String VERSION = "1";
    private static final String DATA_SOURCES = "data-sources";
    private static final String DEFAULT = "default-data-source";
    private static final String BROADCAST = "broadcast.";
    private static final String SINGLE = "single.";
    private static final String TABLE = "table.";
    private static final String NODES = ".nodes";
    private static final String DATABASE = ".database";
    private static final String ACTUAL = ".table";
    private static final String ALGORITHM = ".algorithm";
    private static final String SETTING = ".setting.";
    private static final String ALSO_BY = ".also-by";
    private static final String EMBEDS = ".embeds.";
    private static final String LOOKUP = ".lookup.";
    private static final String MOVED = ".moved.";
    private static final String PLACED = ".placed.";
    private static final String BOUND = ".bound-with";
    private static final String KEYS = ".unique-keys";
    private static final String COUNTERS = " counters-accepted";
    private static final String GENERATED = ".generated";
    private static final String WRITE_ONLY = " write-only";
    private static final String HINT = "(hint)";

    private final SortedMap<String, String> lines;

    private RuleText(SortedMap<String, String> lines) {
        this.lines = lines;
    }

    /** Writes a rule. */
    public static RuleText of(ShardMap rule) {
        SortedMap<String, String> lines = new TreeMap<>();
        lines.put(FORMAT, VERSION);
        lines.put(DATA_SOURCES, String.join(", ", new TreeSet<>(rule.dataSources())));
        lines.put(DEFAULT, rule.dataSources().get(rule.home()));
        rule.broadcastTables().forEach(name -> lines.put(BROADCAST + name, ""));
        rule.singles().forEach((name, source) -> {
            // A table that is not declared is there as well.
            if (source != rule.home()) {
                lines.put(SINGLE + name, rule.dataSources().get(source));
            }
        });
        for (RoutedTable table : rule.tables()) {
            write(rule, table.declared(), lines);
        }
        return new RuleText(lines);
    }

    private static void write(ShardMap rule, RoutedTable table, SortedMap<String, String> lines) {
        String path = TABLE + table.name();
        List<DataNode> declared = table.declaredNodes();
        writeNodes(table, lines);
        for (int unit = 0; unit < declared.size(); unit++) {
            if (table.layout().hasMoved(unit)) {
                lines.put(path + MOVED + declared.get(unit), MovedUnits.place(table, unit));
            }
        }
        write(table.databaseStrategy(), path + DATABASE, lines);
        write(table.tableStrategy(), path + ACTUAL, lines);
        KeyGeneration keys = table.keyGeneration();
        if (keys != null && keys.generator() instanceof EmbeddingKeyGenerator embedding) {
            lines.put(path + EMBEDS + keys.column(), embedded(embedding));
        }
        rule.lookups(table.name())
                .forEach(lookup -> lines.put(
                        path + LOOKUP + lookup.column(), lookup.table() + (lookup.writeOnly() ? WRITE_ONLY : "")));
        Set<String> bound = rule.boundWith(table).stream()
                .map(RoutedTable::name)
                .filter(name -> !name.equals(table.name()))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!bound.isEmpty()) {
            lines.put(path + BOUND, String.join(", ", bound));
        }
    }

    private static void writeNodes(RoutedTable table, SortedMap<String, String> lines) {
        String path = TABLE + table.name();
        lines.put(path + NODES, nodes(table.ownNodes()));
        List<PlacedKey> placed = table.placedKeys();
        for (int i = 0; i < placed.size(); i++) {
            // A key may have any characters, so it is not part of a line's name.
            lines.put(
                    path + PLACED + i,
                    placed.get(i).unit() + " " + placed.get(i).key());
        }
    }

    /** The column whose shards keys hold, and among how many they tell it, if there are to be more. */
    static String embedded(EmbeddingKeyGenerator keys) {
        int shards = keys.embeddedShards();
        return keys.embeddedColumn() + (shards == 0 ? "" : " among " + shards);
    }

    private static void write(@Nullable ShardingStrategy strategy, String path, SortedMap<String, String> lines) {
        if (strategy == null) {
            return;
        }
        lines.put(path, strategy.columns().isEmpty() ? HINT : String.join(", ", strategy.columns()));
        if (strategy.alsoBy() != null) {
            lines.put(path + ALSO_BY, strategy.alsoBy());
        }
        TypedSettings written = written(strategy);
        lines.put(path + ALGORITHM, written.type());
        written.settings().forEach((name, value) -> lines.put(path + SETTING + name, value));
    }

    private static TypedSettings written(ShardingStrategy strategy) {
        TypedSettings written = strategy.spec().written();
        return written == null ? OwnAlgorithm.written(strategy.algorithmOfOthers()) : written;
    }

    /** The declared nodes in the order of the units; those that only count up are one pattern. */
    private static String nodes(List<DataNode> nodes) {
        StringBuilder text = new StringBuilder();
        for (int from = 0; from < nodes.size(); ) {
            int to = NodeRun.end(nodes, from);
            text.append(text.length() == 0 ? "" : ", ").append(NodeRun.pattern(nodes, from, to));
            from = to;
        }
        return text.toString();
    }

    /**
     * Reads a text.
     *
     * @throws ShardingConfigurationException if it is not one that this version writes
     */
    public static RuleText parse(String text) {
        SortedMap<String, String> lines = new TreeMap<>();
        for (String line : text.lines().toList()) {
            int equals = line.indexOf(" = ");
            if (equals < 0) {
                throw unreadable("the line '" + line + "' is not of the form name = value");
            }
            lines.put(line.substring(0, equals), unescaped(line.substring(equals + 3)));
        }
        if (!VERSION.equals(lines.get(FORMAT)) || !lines.containsKey(DATA_SOURCES) || !lines.containsKey(DEFAULT)) {
            throw unreadable("its format is '" + lines.get(FORMAT) + "', and this version reads " + VERSION);
        }
        return new RuleText(lines);
    }

    static ShardingConfigurationException unreadable(String why) {
        return new ShardingConfigurationException(ErrorCode.RULE_UNREADABLE, "sharding.rule-store", why);
    }

    /** Returns the names of the data sources, in alphabetical order. */
    public List<String> dataSources() {
        return list(line(DATA_SOURCES));
    }

    /** Returns the data source of tables that are not declared. */
    public String defaultDataSource() {
        return line(DEFAULT);
    }

    /** Returns the sharded tables. */
    public Set<String> shardedTables() {
        return names(TABLE, NODES);
    }

    /** Returns the data sources of another rule that this one has not. */
    public Set<String> joining(RuleText next) {
        Set<String> joining = new TreeSet<>(next.dataSources());
        dataSources().forEach(joining::remove);
        return joining;
    }

    /** Returns the broadcast tables. */
    public Set<String> broadcastTables() {
        return names(BROADCAST, "");
    }

    /** Returns the single tables that have lines, as all do that are not on the default data source. */
    public Set<String> singleTables() {
        return names(SINGLE, "");
    }

    /** Returns the tables that have lines, in alphabetical order. */
    public Set<String> tables() {
        Set<String> all = new TreeSet<>(shardedTables());
        all.addAll(broadcastTables());
        all.addAll(singleTables());
        return all;
    }

    private Set<String> names(String beginning, String end) {
        Set<String> names = new TreeSet<>();
        for (String name : lines.tailMap(beginning).keySet()) {
            if (!name.startsWith(beginning)) {
                break;
            }
            if (name.endsWith(end)
                    && (end.isEmpty() || name.indexOf('.', beginning.length()) == name.length() - end.length())) {
                names.add(name.substring(beginning.length(), name.length() - end.length()));
            }
        }
        return names;
    }

    /** Returns the lines of one table, which say all about it. */
    SortedMap<String, String> linesOf(String table) {
        SortedMap<String, String> own = new TreeMap<>();
        for (String single : List.of(BROADCAST + table, SINGLE + table)) {
            if (lines.containsKey(single)) {
                own.put(single, line(single));
            }
        }
        String path = TABLE + table + ".";
        for (Map.Entry<String, String> each : lines.tailMap(path).entrySet()) {
            if (!each.getKey().startsWith(path)) {
                break;
            }
            own.put(each.getKey(), each.getValue());
        }
        return own;
    }

    /** Returns the lines by which a sharded table places its rows, apart from those that say where its units have moved. */
    static SortedMap<String, String> placingLines(String table, SortedMap<String, String> linesOfTable) {
        String path = TABLE + table;
        SortedMap<String, String> placing = new TreeMap<>();
        linesOfTable.forEach((name, value) -> {
            boolean isPlacing = name.equals(path + NODES)
                    || name.startsWith(path + PLACED)
                    || name.startsWith(path + DATABASE)
                    || name.equals(path + ACTUAL)
                    || name.startsWith(path + ACTUAL + ALGORITHM)
                    || name.startsWith(path + ACTUAL + SETTING);
            // Rows with negative keys are refused until it is said where they lie.
            if (isPlacing && !name.endsWith(SETTING + NEGATIVE_KEYS)) {
                placing.put(name, value);
            }
        });
        return placing;
    }

    /** Returns the lines by which a sharded table of a rule places its rows. */
    static SortedMap<String, String> placingLines(RoutedTable table) {
        SortedMap<String, String> lines = new TreeMap<>();
        writeNodes(table, lines);
        write(table.databaseStrategy(), TABLE + table.name() + DATABASE, lines);
        write(table.tableStrategy(), TABLE + table.name() + ACTUAL, lines);
        return placingLines(table.name(), lines);
    }

    /**
     * Returns what this rule says of some tables, as a rule of its own with the data sources on which they are. Tables on the
     * default data source are named, too, so that no instance takes them for tables which the rule lacks.
     */
    public RuleText only(Set<String> tables) {
        SortedMap<String, String> own = new TreeMap<>();
        own.put(FORMAT, VERSION);
        own.put(DEFAULT, defaultDataSource());
        Set<String> sources = new TreeSet<>(Set.of(defaultDataSource()));
        for (String table : tables) {
            own.putAll(linesOf(table));
            String home = homeOf(table);
            if (home != null) {
                own.put(SINGLE + table, home);
                sources.add(home);
            } else if (shardedTables().contains(table)) {
                places(table).forEach((declared, present) -> {
                    sources.add(declared.substring(0, declared.indexOf('.')));
                    sources.add(present.substring(0, present.indexOf('.')));
                });
            }
        }
        own.put(DATA_SOURCES, String.join(", ", sources));
        return new RuleText(own);
    }

    /**
     * Returns the actual tables of a table, each with its data source and a dot before it, in the order of the units; one for
     * a table that is not sharded, which may not exist.
     */
    public List<String> nodesOf(String table) {
        String home = homeOf(table);
        return home != null
                ? List.of(home + "." + table)
                : List.copyOf(places(table).values());
    }

    /** Returns this rule with some tables as another rule has them, and with its data sources as well. */
    public RuleText replacing(Set<String> tables, RuleText other) {
        NavigableMap<String, String> changed = new TreeMap<>(lines);
        for (String table : tables) {
            linesOf(table).keySet().forEach(changed::remove);
            changed.putAll(other.linesOf(table));
        }
        Set<String> all = new TreeSet<>(dataSources());
        all.addAll(other.dataSources());
        changed.put(DATA_SOURCES, String.join(", ", all));
        return new RuleText(changed);
    }

    /** Returns this rule with one more key of a sharded table in a unit that was chosen for it. */
    public RuleText withPlacedKey(String table, PlacedKey placed) {
        List<PlacedKey> keys = placedKeys(table);
        keys.add(placed);
        return withPlacedKeys(table, keys);
    }

    /** Returns this rule without a unit that was chosen for a key of a sharded table. */
    public RuleText withoutPlacedKey(String table, String key) {
        List<PlacedKey> keys = placedKeys(table);
        keys.removeIf(placed -> placed.key().equals(key));
        return withPlacedKeys(table, keys);
    }

    private RuleText withPlacedKeys(String table, List<PlacedKey> keys) {
        SortedMap<String, String> changed = new TreeMap<>(lines);
        String path = TABLE + table;
        changed.keySet().removeIf(name -> name.startsWith(path + PLACED));
        for (int i = 0; i < keys.size(); i++) {
            changed.put(
                    path + PLACED + i, keys.get(i).unit() + " " + keys.get(i).key());
        }
        Set<String> nodes = new RuleText(changed).places(table).keySet();
        changed.keySet()
                .removeIf(name ->
                        name.startsWith(path + MOVED) && !nodes.contains(name.substring((path + MOVED).length())));
        return new RuleText(changed);
    }

    /** Returns this rule with one more data source. */
    public RuleText withDataSource(String name) {
        SortedMap<String, String> changed = new TreeMap<>(lines);
        Set<String> all = new TreeSet<>(dataSources());
        all.add(name);
        changed.put(DATA_SOURCES, String.join(", ", all));
        return new RuleText(changed);
    }

    /** Returns this rule with all units where they are declared. */
    public RuleText asDeclared() {
        SortedMap<String, String> declared = new TreeMap<>(lines);
        declared.keySet().removeIf(name -> name.startsWith(TABLE) && name.contains(MOVED));
        return new RuleText(declared);
    }

    /** Returns the data sources of a rule on which tables are declared to be, apart from those of broadcast tables. */
    public static Set<String> usedDataSources(ShardMap rule) {
        Set<String> used = new TreeSet<>();
        used.add(rule.dataSources().get(rule.home()));
        rule.singles().values().forEach(source -> used.add(rule.dataSources().get(source)));
        for (RoutedTable table : rule.tables()) {
            table.declaredNodes().forEach(node -> used.add(node.dataSourceName()));
            table.nodes().forEach(node -> used.add(node.dataSourceName()));
        }
        return used;
    }

    /**
     * Returns this rule with more tables and data sources of another one.
     *
     * @param sources data sources, which this rule may have already
     * @param tables tables that this rule lacks, or which the other one binds with more tables or gives more lookup tables
     */
    public RuleText with(Set<String> tables, RuleText other, Set<String> sources) {
        SortedMap<String, String> merged = new TreeMap<>(lines);
        for (String table : tables) {
            String lookups = TABLE + table + LOOKUP;
            String bound = TABLE + table + BOUND;
            boolean isNew = linesOf(table).isEmpty();
            other.linesOf(table).forEach((name, value) -> {
                if (name.equals(bound)) {
                    Set<String> all = new TreeSet<>(list(value));
                    all.addAll(boundWith(table));
                    merged.put(name, String.join(", ", all));
                } else if (isNew || name.startsWith(lookups) || name.endsWith(SETTING + NEGATIVE_KEYS)) {
                    merged.put(name, value);
                }
            });
        }
        Set<String> all = new TreeSet<>(dataSources());
        all.addAll(sources);
        merged.put(DATA_SOURCES, String.join(", ", all));
        return new RuleText(merged);
    }

    /** Returns the tables whose rows lie elsewhere in another rule, and those whose lookup tables do. */
    public Set<String> changedTables(RuleText other) {
        Set<String> all = new TreeSet<>(tables());
        all.addAll(other.tables());
        Set<String> changed = new TreeSet<>();
        for (String table : all) {
            if (!linesOf(table).equals(other.linesOf(table))) {
                changed.add(table);
            }
        }
        for (String table : all) {
            if (lookups(table).stream().anyMatch(lookup -> changed.contains(lookup.table()))) {
                changed.add(table);
            }
        }
        if (!dataSources().equals(other.dataSources())) {
            changed.addAll(broadcastTables());
        }
        return changed;
    }

    /** Returns the lookup tables of a sharded table. */
    public List<Lookup> lookups(String table) {
        List<Lookup> lookups = new ArrayList<>();
        String path = TABLE + table + LOOKUP;
        linesOf(table).forEach((name, value) -> {
            if (name.startsWith(path)) {
                boolean writeOnly = value.endsWith(WRITE_ONLY);
                String other = writeOnly ? value.substring(0, value.length() - WRITE_ONLY.length()) : value;
                lookups.add(new Lookup(name.substring(path.length()), other, writeOnly));
            }
        });
        return lookups;
    }

    /** Returns where the units of a sharded table lie, as nodes, by the nodes that were declared. */
    Map<String, String> places(String table) {
        String path = TABLE + table;
        Map<String, String> places = new LinkedHashMap<>();
        Set<String> nodes = new LinkedHashSet<>(NodePattern.expand(line(path + NODES), "sharding.rule-store"));
        placedKeys(table).forEach(placed -> nodes.add(placed.unit()));
        for (String node : nodes) {
            String place = lines.get(path + MOVED + node);
            boolean isOnlyDataSource = place != null && place.indexOf('.') < 0;
            places.put(
                    node, place == null ? node : isOnlyDataSource ? place + node.substring(node.indexOf('.')) : place);
        }
        return places;
    }

    /** Returns the keys of a sharded table that have units of their own. */
    private List<PlacedKey> placedKeys(String table) {
        List<PlacedKey> placed = new ArrayList<>();
        String path = TABLE + table + PLACED;
        linesOf(table).forEach((name, value) -> {
            if (name.startsWith(path)) {
                int blank = value.indexOf(' ');
                if (blank < 0) {
                    throw unreadable("the line " + name + " has no key");
                }
                placed.add(new PlacedKey(value.substring(blank + 1), value.substring(0, blank)));
            }
        });
        return placed;
    }

    /** Returns the tables that a sharded table is bound with, without itself. */
    Set<String> boundWith(String table) {
        String bound = lines.get(TABLE + table + BOUND);
        return bound == null ? Set.of() : new TreeSet<>(list(bound));
    }

    /** Returns the embedded columns of a sharded table by the key columns that hold their shards. */
    Map<String, String> embedded(String table) {
        Map<String, String> embedded = new TreeMap<>();
        String path = TABLE + table + EMBEDS;
        linesOf(table).forEach((name, value) -> {
            if (name.startsWith(path)) {
                embedded.put(name.substring(path.length()), value);
            }
        });
        return embedded;
    }

    /** Returns the data source of a table that is on one only, or null if it is sharded or broadcast. */
    public @Nullable String homeOf(String table) {
        boolean single = !lines.containsKey(TABLE + table + NODES) && !lines.containsKey(BROADCAST + table);
        return single ? lines.getOrDefault(SINGLE + table, defaultDataSource()) : null;
    }

    /**
     * Makes one sharded table of this rule, unbound, with the keys and choices of the configured one if there is one.
     *
     * @param configured the rule of this instance, whose own algorithms are used
     * @throws ShardingConfigurationException if this instance lacks an algorithm
     */
    RoutedTable table(String name, ShardMap configured, AlgorithmRegistry types) {
        ShardingRuleBuilder builder = ShardingRuleBuilder.ofProperties(dataSources());
        builder.table(name, declared -> declare(declared, name, configured, types));
        RoutedTable table = builder.map().shardedTable(name);
        if (table == null) {
            throw new IllegalStateException(name);
        }
        return table;
    }

    /**
     * Makes the rule over its data sources, in the order of the configured rule, and then those that it lacks.
     * Generators of keys, choices for unique keys and tables that come later are those of the configured rule.
     *
     * @throws ShardingConfigurationException if this instance lacks an algorithm of it
     */
    public ShardMap rule(ShardMap configured, AlgorithmRegistry types) {
        return rule(configured, null, types);
    }

    /**
     * As {@link #rule(ShardMap, AlgorithmRegistry)}; generators of keys, choices for unique keys and algorithms of the
     * application's own are those of the wanted rule for tables that are placed as it says.
     *
     * @param wanted null if none is configured
     */
    public ShardMap rule(ShardMap configured, @Nullable ShardMap wanted, AlgorithmRegistry types) {
        ShardingRuleBuilder builder = ShardingRuleBuilder.ofProperties(ordered(configured.dataSources()));
        builder.defaultDataSource(defaultDataSource());
        Map<String, Set<String>> groups = new LinkedHashMap<>();
        for (String name : shardedTables()) {
            builder.table(name, declared -> declare(declared, name, described(name, configured, wanted), types));
            lookups(name).forEach(lookup -> builder.lookup(name, lookup));
            Set<String> group = new TreeSet<>(boundWith(name));
            if (!group.isEmpty()) {
                group.add(name);
                groups.put(name, group);
            }
        }
        new LinkedHashSet<>(groups.values()).forEach(group -> builder.bind(List.copyOf(group)));
        broadcastTables().forEach(builder::broadcast);
        singleTables().forEach(name -> builder.single(line(SINGLE + name), name));
        configured.singles().forEach((name, source) -> {
            if (configured.dataSources().get(source).equals(defaultDataSource()) && !tables().contains(name)) {
                builder.single(defaultDataSource(), name);
            }
        });
        configured.keyGenerationsOfUnsharded().forEach((name, keys) -> {
            if (!shardedTables().contains(name)) {
                builder.generateKeys(name, keys);
            }
        });
        return builder.map();
    }

    private List<String> ordered(List<String> order) {
        Set<String> all = new LinkedHashSet<>(order);
        all.retainAll(dataSources());
        all.addAll(dataSources());
        return List.copyOf(all);
    }

    /** Returns the configured rule, or the wanted one if that is how this one places the rows of a table. */
    private ShardMap described(String name, ShardMap configured, @Nullable ShardMap wanted) {
        RoutedTable table = wanted == null ? null : wanted.shardedTable(name);
        return wanted != null && table != null && placingLines(table).equals(placingLines(name, linesOf(name)))
                ? wanted
                : configured;
    }

    private TableDeclaration declare(
            TableDeclaration declared, String name, ShardMap configured, AlgorithmRegistry types) {
        String path = TABLE + name;
        declared.nodes(line(path + NODES))
                .database(strategy(path + DATABASE, configured, types))
                .table(strategy(path + ACTUAL, configured, types));
        String moved = path + MOVED;
        linesOf(name).forEach((line, place) -> {
            if (line.startsWith(moved)) {
                declared.moved(line.substring(moved.length()), place);
            }
        });
        placedKeys(name).forEach(placed -> declared.placedKey(placed.key(), placed.unit()));
        RoutedTable own = configured.shardedTable(name);
        KeyGeneration keys =
                own == null ? configured.keyGenerationsOfUnsharded().get(name) : own.keyGeneration();
        if (keys != null) {
            declared.generateKeys(keys.column(), keys.generator());
        }
        if (own != null && own.growth() == MissingTable.CREATED) {
            declared.autoCreate();
        }
        declared.uniqueKeys(own == null ? choices(name) : own.uniqueKeys());
        return declared;
    }

    /**
     * Returns this rule with the choices for the unique keys of a table and the column whose keys are generated, for
     * instances whose configuration does not have it among the sharded tables yet.
     */
    public RuleText withKeysOf(RoutedTable table) {
        SortedMap<String, String> more = new TreeMap<>(lines);
        UniqueKeyChoices choices = table.uniqueKeys();
        String path = TABLE + table.name() + KEYS;
        more.put(path, word(choices.otherwise()) + (choices.countersAccepted() ? COUNTERS : ""));
        choices.byKey()
                .forEach((columns, choice) ->
                        more.put(path + "." + String.join(", ", new TreeSet<>(columns)), word(choice)));
        KeyGeneration keys = table.keyGeneration();
        if (keys != null) {
            more.put(TABLE + table.name() + GENERATED, keys.column());
        }
        return new RuleText(more);
    }

    /** Returns this rule with what another one says of unique keys and of generated ones. */
    public RuleText withKeysOf(RuleText other) {
        SortedMap<String, String> more = new TreeMap<>(lines);
        for (String table : shardedTables()) {
            other.linesOf(table).forEach((name, value) -> {
                if (name.startsWith(TABLE + table + KEYS) || name.equals(TABLE + table + GENERATED)) {
                    more.put(name, value);
                }
            });
        }
        return new RuleText(more);
    }

    /**
     * Checks that an instance generates the keys that this rule has generated.
     *
     * @param own this rule as the instance would run by it
     * @throws ShardingConfigurationException if it has no generator for a table
     */
    public void checkGenerators(ShardMap own) {
        for (RoutedTable table : own.tables()) {
            String column = lines.get(TABLE + table.name() + GENERATED);
            if (column != null && table.keyGeneration() == null) {
                throw new ShardingConfigurationException(
                        ErrorCode.UNKNOWN_KEY_GENERATOR,
                        "sharding.key-generate-strategies." + table.name(),
                        "the next rule has the keys of " + table.name() + "." + column
                                + " generated, and this instance has no generator for them: name one here, or for the"
                                + " table under sharding.next");
            }
        }
    }

    private static String word(UniqueKeyChoice choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private UniqueKeyChoices choices(String table) {
        String path = TABLE + table + KEYS;
        String otherwise = lines.getOrDefault(path, word(UniqueKeyChoice.REFUSE));
        boolean isCounted = otherwise.endsWith(COUNTERS);
        UniqueKeyChoices choices = new UniqueKeyChoices(Map.of(), isCounted, choice(otherwise.replace(COUNTERS, "")));
        for (Map.Entry<String, String> each : linesOf(table).entrySet()) {
            if (each.getKey().startsWith(path + ".")) {
                choices = choices.with(list(each.getKey().substring(path.length() + 1)), choice(each.getValue()));
            }
        }
        return choices;
    }

    private static UniqueKeyChoice choice(String word) {
        return UniqueKeyChoice.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private StrategySpec strategy(String path, ShardMap configured, AlgorithmRegistry types) {
        String columns = lines.get(path);
        if (columns == null) {
            return StrategySpec.NONE;
        }
        AlgorithmSpec algorithm = algorithm(written(path), configured, types);
        return StrategySpec.by(columns.equals(HINT) ? List.of() : list(columns), algorithm)
                .alsoBy(lines.get(path + ALSO_BY));
    }

    private TypedSettings written(String path) {
        Map<String, String> settings = new TreeMap<>();
        String beginning = path + SETTING;
        lines.tailMap(beginning).forEach((name, value) -> {
            if (name.startsWith(beginning)) {
                settings.put(name.substring(beginning.length()), value);
            }
        });
        return new TypedSettings(line(path + ALGORITHM), settings);
    }

    private static AlgorithmSpec algorithm(TypedSettings wanted, ShardMap configured, AlgorithmRegistry types) {
        if (!wanted.type().equals(OwnAlgorithm.TYPE)) {
            return types.spec("sharding.rule-store", wanted.type(), wanted.settings());
        }
        for (RoutedTable table : configured.tables()) {
            for (ShardingStrategy strategy : table.strategies()) {
                if (written(strategy).equals(wanted)) {
                    return strategy.spec();
                }
            }
        }
        throw new ShardingConfigurationException(
                ErrorCode.UNKNOWN_ALGORITHM,
                "sharding.rule-store",
                "the stored rule has an algorithm of an application's own, which this instance has for no table: "
                        + wanted.settings());
    }

    /** Returns what a strategy of the stored table says, in words; empty if there is none. */
    String strategyInWords(String table, boolean database) {
        String path = TABLE + table + (database ? DATABASE : ACTUAL);
        String columns = lines.get(path);
        return columns == null ? "" : "by " + columns + " with " + written(path);
    }

    /** Returns where the rows of a table lie, in words. */
    public String inWords(String table) {
        String home = homeOf(table);
        if (home != null) {
            return "one table on " + home;
        }
        if (broadcastTables().contains(table)) {
            return "a copy on each data source";
        }
        List<PlacedKey> placed = placedKeys(table);
        String ways = List.of(strategyInWords(table, true), strategyInWords(table, false)).stream()
                .filter(words -> !words.isEmpty())
                .distinct()
                .collect(Collectors.joining(" and "));
        return line(TABLE + table + NODES)
                + (ways.isEmpty() ? "" : " " + ways)
                + placed.stream()
                        .map(each -> ", the key " + each.key() + " in " + each.unit())
                        .collect(Collectors.joining());
    }

    private String line(String name) {
        String value = lines.get(name);
        if (value == null) {
            throw unreadable("it has no line " + name);
        }
        return value;
    }

    private static List<String> list(String value) {
        return Arrays.stream(value.split(",", -1)).map(String::strip).toList();
    }

    /** Returns the SHA-256 of the text, in hexadecimal digits. */
    public String hash() {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescaped(String value) {
        if (value.indexOf('\\') < 0) {
            return value;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c != '\\' || i + 1 == value.length()) {
                text.append(c);
                continue;
            }
            char next = value.charAt(++i);
            text.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
        }
        return text.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RuleText text && text.lines.equals(lines);
    }

    @Override
    public int hashCode() {
        return lines.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        lines.forEach((name, value) ->
                text.append(name).append(" = ").append(escaped(value)).append('\n'));
        return text.toString();
    }
}
