package io.shardkit.verify;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.DatabaseCatalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Verification;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Compares what the databases hold with the rule. Nothing is changed. Thread-safe; each call asks the databases anew, one
 * after the other.
 */
public final class Verifier {
    /** The number of logical tables in a quick look: a catalog with very many tables answers slowly. */
    private static final int FEW = 20;

    /** The number of rows of each actual table in a sample. */
    private static final int SAMPLE = 1000;

    private final ConnectionSource sources;
    private final ShardMap rule;

    /** @param sources the rule's data sources; their limit is how long each answer may take */
    public Verifier(ConnectionSource sources, ShardingRule rule) {
        this.sources = sources;
        this.rule = ShardMap.of(rule);
    }

    /**
     * All that does not fit, errors first.
     *
     * @throws SQLException if a database cannot be asked
     */
    public List<Finding> verify(Verification level) throws SQLException {
        return verify(level, SAMPLE);
    }

    /**
     * All that does not fit, as {@link Verification#FULL} looks for it, and all rows of all sharded tables that lie where
     * the rule does not look for them; errors first.
     *
     * @throws SQLException if a database cannot be asked
     */
    public List<Finding> verifyAll() throws SQLException {
        return verify(Verification.FULL, 0);
    }

    private List<Finding> verify(Verification level, int rows) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        if (level == Verification.OFF) {
            return findings;
        }
        Dialect dialect = dialect();
        new ServerChecks(rule.dataSources(), sources, dialect).check(findings);
        PresentTables present = PresentTables.read(sources, rule, dialect);
        present.check(findings);
        boolean all = level == Verification.FULL;
        List<String> looked = present.names().stream()
                .filter(table -> !present.of(table).isEmpty())
                .limit(all ? Long.MAX_VALUE : FEW)
                .toList();
        new StructureChecks(sources, present, dialect, all).check(looked, findings);
        Catalog catalog = catalog(present.only(rule), dialect);
        List<RoutedTable> sharded =
                tables().stream().filter(table -> looked.contains(table.name())).toList();
        for (RoutedTable table : sharded) {
            new KeyChecks(catalog, rule, dialect).check(table, findings);
            new LookupChecks(sources, catalog, rule, dialect).check(table, present, all, rows, findings);
        }
        new UnshardedKeyChecks(catalog, rule).check(present, all ? Long.MAX_VALUE : FEW, findings);
        new BindingChecks(catalog).check(sharded, findings);
        if (all) {
            new BroadcastChecks(sources, dialect).check(rule, present, findings);
            PlacementChecks placement = new PlacementChecks(sources, catalog, dialect);
            for (RoutedTable table : tables()) {
                findings.addAll(placement.check(table, present, rows));
            }
        }
        findings.replaceAll(each -> each.in(rule.names()));
        findings.sort(Comparator.comparing(Finding::severity));
        return findings;
    }

    /**
     * The actual tables of a sharded table in which rows lie that the rule does not look for there.
     *
     * @param table the logical name
     * @param rows how many of each actual table are looked at; 0 for all
     * @throws SQLException if a database cannot be asked
     */
    public List<Finding> misplacedRows(String table, int rows) throws SQLException {
        RoutedTable sharded = rule.shardedTable(table);
        if (sharded == null) {
            return List.of();
        }
        Dialect dialect = dialect();
        PresentTables present = PresentTables.read(sources, rule, dialect);
        Catalog catalog = catalog(present.only(rule), dialect);
        return new PlacementChecks(sources, catalog, dialect).check(sharded, present, rows);
    }

    /**
     * Returns the comparisons of a table's rows with those of each of its lookup tables.
     *
     * @param table the logical name
     * @throws ShardingConfigurationException if columns or keys of a lookup table do not fit
     * @throws SQLException if a database cannot be asked
     */
    public List<LookupDifferences> lookups(String table) throws SQLException {
        RoutedTable sharded = rule.shardedTable(table);
        if (sharded == null) {
            return List.of();
        }
        Dialect dialect = dialect();
        PresentTables present = PresentTables.read(sources, rule, dialect);
        Catalog catalog = catalog(present.only(rule), dialect);
        return new LookupChecks(sources, catalog, rule, dialect).differences(sharded, present);
    }

    private Catalog catalog(ShardMap rule, Dialect dialect) throws SQLException {
        Set<Optional<String>> offsets = new HashSet<>();
        for (int i = 0; i < rule.dataSources().size(); i++) {
            offsets.add(Optional.ofNullable(sources.ask(i, sources.limit(), dialect.sqlModes()::offset)));
        }
        String offset = offsets.size() == 1 ? offsets.iterator().next().orElse(null) : null;
        return new DatabaseCatalog(
                rule, sources, dialect, ServerSettings.of(dialect).withOffset(offset));
    }

    private List<RoutedTable> tables() {
        return StreamSupport.stream(rule.tables().spliterator(), false)
                .sorted(Comparator.comparing(RoutedTable::name))
                .toList();
    }

    private Dialect dialect() throws SQLException {
        return Objects.requireNonNull(
                sources.ask(0, sources.limit(), connection -> Dialect.of(connection.getMetaData())));
    }
}
