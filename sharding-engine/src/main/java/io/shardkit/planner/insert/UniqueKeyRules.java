package io.shardkit.planner.insert;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Limits;
import io.shardkit.options.Upserts;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides on rows to insert if a unique key of their table lacks a sharding column. Thread-safe. */
public final class UniqueKeyRules {
    private static final Logger LOG = LoggerFactory.getLogger(UniqueKeyRules.class);

    private final Limits limits;
    private final Dialect dialect;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    public UniqueKeyRules(Limits limits, Dialect dialect) {
        this.limits = limits;
        this.dialect = dialect;
    }

    /**
     * Returns true if other units have to be asked for a key before an upsert.
     *
     * @param missing the sharding column that the key lacks
     */
    Attempt<Boolean> asks(
            ParsedStatement.Upsert upsert, Tables tables, TableUse target, UniqueKey key, String missing) {
        RoutedTable table = tables.shardedOf(target);
        String lack = "the unique key " + key.columns() + " of " + table + " lacks " + missing;
        if (limits.upserts() == Upserts.REFUSE) {
            return Attempt.refused(ErrorCode.UNIQUE_KEY_OVER_UNITS, lack);
        }
        if (limits.upserts() == Upserts.WARN && !isChecked(tables, target, key)) {
            if (warned.add(lack)) {
                LOG.warn(
                        "Table {}: {} looks for the unique key {} in the row's own actual table only, as it lacks {}.",
                        table,
                        upsert.form(),
                        key.columns(),
                        missing);
            }
            return Attempt.done(false);
        }
        for (String column : key.columns()) {
            // The existing row and the new row may each give a part of the key, and no check looks for that.
            boolean mixed = key.columns().size() > 1
                    && upsert.assigned().contains(column)
                    && !upsert.set().taken().containsAll(key.columns());
            if (mixed || upsert.changed().contains(column)) {
                return Attempt.refused(ErrorCode.UNIQUE_KEY_OVER_UNITS, lack + ", and " + column + " is assigned");
            }
        }
        return Attempt.done(true);
    }

    /**
     * Returns the refusal of rows whose keys may repeat over the actual tables, as nothing is chosen for those keys, or
     * null. An INSERT and a MERGE write all keys, an UPDATE the keys that it assigns.
     *
     * @throws SQLException if a database cannot be asked
     */
    public static @Nullable Refusal unchosen(ParsedStatement statement, Tables tables) throws SQLException {
        if (!(statement instanceof ParsedStatement.Write write)) {
            return tables.sharded(0) == null
                    ? null
                    : unchosen(tables, tables.uses().get(0), null);
        }
        for (int target : write.targets()) {
            Set<String> assigned = write.assignments().stream()
                    .filter(set -> set.use() == target)
                    .map(ParsedStatement.Assignment::column)
                    .collect(Collectors.toSet());
            Refusal refusal = tables.sharded(target) == null || assigned.isEmpty()
                    ? null
                    : unchosen(tables, tables.uses().get(target), assigned);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    /** @param assigned the only columns that are written, or null for all */
    private static @Nullable Refusal unchosen(Tables tables, TableUse target, @Nullable Set<String> assigned)
            throws SQLException {
        List<Column> counters = assigned == null ? tables.unchosenCounters(target) : List.of();
        if (!counters.isEmpty()) {
            return new Refusal(
                    ErrorCode.UNIQUE_KEY_NOT_CHOSEN,
                    tables.names()
                            .counterWithoutChoice(target.name(), counters.get(0).name()));
        }
        for (UniqueKey key : tables.unchosenKeys(target)) {
            // The columns that a key over an expression reads are not known.
            if (assigned == null || !key.exact() || key.columns().stream().anyMatch(assigned::contains)) {
                return new Refusal(
                        ErrorCode.UNIQUE_KEY_NOT_CHOSEN,
                        tables.names().keyWithoutChoice(target.name(), key.columns(), key.name(), key.exact()));
            }
        }
        return null;
    }

    /** The keys for which other units have to be asked before a plain INSERT. */
    List<UniqueKey> ofInsert(Tables tables, TableUse target) throws SQLException {
        boolean any = tables.shardedOf(target).checksKeys();
        List<UniqueKey> keys = any ? tables.uniqueKeys(target) : null;
        return keys == null
                ? List.of()
                : keys.stream().filter(key -> isChecked(tables, target, key)).toList();
    }

    /**
     * Returns true if every write has to look for a key, as CHECK is chosen for the key and nothing else keeps it unique.
     */
    private static boolean isChecked(Tables tables, TableUse target, UniqueKey key) {
        return tables.choice(target, key) == UniqueKeyChoice.CHECK
                && !tables.placeRows(target, key.columns())
                && !isLookedUp(tables, target, key);
    }

    /** Returns true if the lookup table of one of the key's columns keeps its values unique. */
    private static boolean isLookedUp(Tables tables, TableUse target, UniqueKey key) {
        return tables.lookups(target).stream()
                .anyMatch(lookup -> !lookup.writeOnly() && key.columns().contains(lookup.column()));
    }

    /**
     * Returns the check before an UPDATE that assigns such keys; empty for none.
     *
     * @throws SQLException if a database cannot be asked
     */
    public Attempt<Optional<UniqueCheck>> ofUpdate(Tables tables, ParsedStatement.Write write) throws SQLException {
        for (int other : write.targets().subList(1, write.targets().size())) {
            if (!assigned(tables, write, tables.uses().get(other)).isEmpty()) {
                return Attempt.refused(
                        ErrorCode.UNIQUE_KEY_OVER_UNITS,
                        "an UPDATE of several tables gives "
                                + tables.uses().get(other).name() + " a key that is checked");
            }
        }
        TableUse target = tables.uses().get(write.targets().get(0));
        return check(
                assigned(tables, write, target),
                tables,
                write,
                write.names().get(0).span(),
                null);
    }

    /** The keys of a table that have to be looked for and may get another value. */
    private List<UniqueKey> assigned(Tables tables, ParsedStatement.Write write, TableUse target) throws SQLException {
        if (tables.shardedOf(target).isOneUnit()) {
            return List.of();
        }
        List<UniqueKey> assigned = new ArrayList<>();
        for (UniqueKey key : ofInsert(tables, target)) {
            boolean changes = write.assignments().stream()
                    .anyMatch(set -> set.use() == target.id()
                            && key.columns().contains(set.column())
                            && !new ColumnRef(target.id(), set.column()).equals(set.source()));
            if (changes) {
                assigned.add(key);
            }
        }
        return assigned;
    }

    /**
     * Returns the check for keys; empty for none.
     *
     * @param insert into the first of its tables
     * @param name the place of that table's name
     * @param upsert the handling of a row that is there already, or null if it is an error
     */
    Attempt<Optional<UniqueCheck>> check(
            List<UniqueKey> keys,
            Tables tables,
            ParsedStatement insert,
            Span name,
            ParsedStatement.@Nullable Upsert upsert) {
        if (keys.isEmpty()) {
            return Attempt.done(Optional.empty());
        }
        TableUse target = tables.uses().get(0);
        ErrorCode taken = upsert == null ? ErrorCode.DUPLICATE_KEY : ErrorCode.UNIQUE_KEY_ELSEWHERE;
        SqlTemplate table = new SqlTemplate.Editor(insert).build(name);
        // Some databases report a constraint and its index.
        return Attempt.ofEach(keys, key -> key(key, tables, target))
                .map(asked -> Optional.of(new UniqueCheck(
                        tables.shardedOf(target),
                        table,
                        asked.stream().distinct().toList(),
                        taken,
                        limits.maxUnits())));
    }

    private Attempt<UniqueCheck.Key> key(UniqueKey key, Tables tables, TableUse target) {
        List<KeyColumn> columns = new ArrayList<>();
        for (String name : key.columns()) {
            Column column = tables.column(new ColumnRef(target.id(), name));
            Axis axis = tables.axes(target).stream()
                    .filter(each -> each.isOfOneColumn() && each.column().equals(name))
                    .findFirst()
                    .orElse(null);
            if (column != null) {
                Attempt<KeyColumn> known = KeyColumn.of(column, dialect, axis);
                if (known instanceof Refused<KeyColumn> refused) {
                    return Attempt.refused(refused.refusal());
                }
                columns.add(known.value());
            }
        }
        if (!key.exact() || columns.size() < key.columns().size()) {
            return Attempt.refused(
                    ErrorCode.UNIQUE_KEY_OVER_UNITS,
                    "the unique key " + key.name() + " of " + target.name() + " compares more than values of columns");
        }
        return Attempt.done(new UniqueCheck.Key(columns, isChecked(tables, target, key)));
    }
}
