package io.shardkit.planner.insert;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys by which a row of a MERGE depends on rows of several units. Where its ON demands one value of such a
 * key, no row but the one that has it can be met, and that is looked for. Where keys of written rows are looked for, so
 * are those that the row gets which is met, and those of the row that is inserted where none is. Immutable.
 *
 * @param finding whether ON demands a key that lacks a sharding column, and the settings do not refuse that
 * @param check what is asked, or null if nothing is
 * @param claims the keys
 * @param updates by the key that ON demands, the update that moves the row that has it elsewhere
 */
record MergeKeys(
        boolean finding, @Nullable UniqueCheck check, List<KeyClaim> claims, Map<List<String>, RowUpdate> updates) {

    /** Returns true if the rows of both are looked for with the same keys, so that one statement can hold them. */
    boolean isLike(MergeKeys other) {
        List<UniqueCheck.Key> own = check == null ? List.of() : check.keys();
        return own.equals(other.check == null ? List.of() : other.check.keys()) && finding == other.finding;
    }

    /** Reads those of one row. */
    static final class Reader {
        private final ParsedStatement.Merge merge;
        private final ParsedStatement.MergeRow row;
        private final Tables tables;
        private final UniqueKeyRules rules;
        private final TableUse target;

        /** By column the one value that every row has which is met. */
        private final Map<String, Value> demanded = new LinkedHashMap<>();

        private final ParsedStatement.Upsert upsert;

        /** The keys that are asked for; some databases report a constraint and its index. */
        private final Map<List<String>, UniqueKey> asked = new LinkedHashMap<>();

        private final Map<List<Object>, KeyClaim> claims = new LinkedHashMap<>();

        /** @param number of the row */
        Reader(ParsedStatement.Merge merge, int number, Tables tables, UniqueKeyRules rules) {
            this.merge = merge;
            this.row = merge.rows().get(number);
            this.tables = tables;
            this.rules = rules;
            this.target = tables.uses().get(0);
            for (Condition condition : merge.blocks().get(number).where().conjuncts()) {
                if (condition instanceof Condition.In in && in.values().size() == 1) {
                    demanded.put(in.column().name(), in.values().get(0));
                }
            }
            List<String> changed = new ArrayList<>();
            for (ParsedStatement.Assignment assignment : row.assignments()) {
                String column = assignment.column();
                Value value = assignment.value();
                boolean own = new ColumnRef(0, column).equals(assignment.source());
                if (!own && (value == null || !value.equals(demanded.get(column)))) {
                    changed.add(column);
                }
            }
            this.upsert = new ParsedStatement.Upsert(
                    ParsedStatement.Upsert.MERGE,
                    List.of(),
                    null,
                    false,
                    new ParsedStatement.UpsertedValues(changed, changed, List.of(), Map.of()));
        }

        /**
         * Reads the keys.
         *
         * @param updates plans the UPDATE that it makes of a row which has to move
         * @return refused if it is not known which keys the row will have
         * @throws SQLException if a database cannot be asked for the table's keys
         */
        Attempt<MergeKeys> read(Dialect dialect, RowUpdate.TextPlanner updates) throws SQLException {
            List<UniqueKey> keys = tables.uniqueKeys(target);
            List<UniqueKey> known = keys == null ? List.of() : keys;
            UpsertRules upserts = new UpsertRules(upsert, tables, target, rules);
            UniqueKey found = null;
            boolean looked = false;
            for (UniqueKey key : known) {
                String missing = upserts.missing(key);
                if (found != null || missing == null || !demanded.keySet().containsAll(key.columns())) {
                    continue;
                }
                Attempt<Boolean> asks = rules.asks(upsert, tables, target, key, missing);
                if (!(asks instanceof Refused<?>) && !(check(List.of(key)) instanceof Refused<?>)) {
                    found = key;
                    looked = asks.value();
                }
            }
            if (found != null && looked) {
                boolean follows = upserts.follows(known, merge.rows().size(), dialect);
                claimMet(found, follows ? entering(found) : null);
            }
            Attempt<Boolean> written = claimWritten();
            if (written instanceof Refused<?> refused) {
                return Attempt.refused(refused.refusal());
            }
            if (found == null && !claims.isEmpty()) {
                // Any key has to show that a row is met, and none inserted.
                known.stream()
                        .filter(key -> key.exact() && demanded.keySet().containsAll(key.columns()))
                        .filter(key -> !(check(List.of(key)) instanceof Refused<?>))
                        .findFirst()
                        .ifPresent(key -> claimMet(key, null));
            }
            Map<List<String>, RowUpdate> moving = found == null ? Map.of() : updates(found, known, dialect, updates);
            boolean finding = found != null;
            return check(List.copyOf(asked.values()))
                    .map(check -> new MergeKeys(finding, check.orElse(null), List.copyOf(claims.values()), moving));
        }

        private Attempt<Optional<UniqueCheck>> check(List<UniqueKey> keys) {
            return rules.check(keys, tables, merge, merge.names().get(0).span(), upsert);
        }

        private void claimMet(UniqueKey key, @Nullable List<List<Value>> entering) {
            List<Value> values = new ArrayList<>();
            key.columns().forEach(column -> values.add(demanded.get(column)));
            claim(new KeyClaim(number(key), values, -1, true, false, false, entering));
        }

        private int number(UniqueKey key) {
            asked.merge(key.columns(), key, (one, other) -> one.exact() ? other : one);
            return List.copyOf(asked.keySet()).indexOf(key.columns());
        }

        private void claim(KeyClaim claim) {
            claims.merge(List.of(claim.key(), claim.values()), claim, KeyClaim::and);
        }

        /** Adds the keys of rows that are written, where such keys are looked for. */
        private Attempt<Boolean> claimWritten() throws SQLException {
            for (UniqueKey key : rules.ofInsert(tables, target)) {
                for (ParsedStatement.MergedRow inserted : row.inserted()) {
                    Attempt<Optional<List<Value>>> values =
                            RowKeyValues.values(key.columns(), inserted.row(), inserted.columns(), tables);
                    if (values instanceof Refused<?> refused) {
                        return Attempt.refused(refused.refusal());
                    }
                    values.value().ifPresent(given -> claim(KeyClaim.written(number(key), given, false)));
                }
                if (key.columns().stream().anyMatch(upsert.changed()::contains)) {
                    List<Value> values = assigned(key);
                    if (values.isEmpty()) {
                        return Attempt.refused(
                                ErrorCode.UNIQUE_KEY_OVER_UNITS,
                                "MERGE does not say what the unique key " + key.columns() + " becomes");
                    }
                    claim(KeyClaim.written(number(key), values, true));
                }
            }
            return Attempt.done(true);
        }

        /** The values that the row has which is met and updated; none if they are not known. */
        private List<Value> assigned(UniqueKey key) {
            List<Value> values = new ArrayList<>();
            SqlText text = merge.text();
            int update = text.find(0, text.size(), 0, "UPDATE");
            // One of several updates may give a part of the key only.
            boolean several = update >= 0 && text.find(update + 1, text.size(), 0, "UPDATE") >= 0;
            for (String name : key.columns()) {
                List<ParsedStatement.Assignment> given = row.assignments().stream()
                        .filter(assignment -> assignment.column().equals(name))
                        .toList();
                boolean kept = !upsert.changed().contains(name);
                Value value = kept ? demanded.get(name) : given.get(0).value();
                if (value == null
                        || (!kept && given.size() > 1)
                        || (several && key.columns().size() > 1)) {
                    return List.of();
                }
                values.add(value);
            }
            return values;
        }

        /** The values of a key that the rows which are inserted have, or null if they are not known. */
        private @Nullable List<List<Value>> entering(UniqueKey key) {
            List<List<Value>> entering = new ArrayList<>();
            for (ParsedStatement.MergedRow inserted : row.inserted()) {
                List<Value> values = new ArrayList<>();
                for (String column : key.columns()) {
                    Value value = inserted.value(column);
                    if (value == null) {
                        return null;
                    }
                    values.add(value);
                }
                entering.add(values);
            }
            return entering;
        }

        /** The update by which H2's form moves the row that has the values of KEY, if KEY is a unique key. */
        private Map<List<String>, RowUpdate> updates(
                UniqueKey found, List<UniqueKey> known, Dialect dialect, RowUpdate.TextPlanner planner)
                throws SQLException {
            List<String> assigned = row.assignments().stream()
                    .map(ParsedStatement.Assignment::column)
                    .toList();
            boolean moves = tables.findingColumns(target).stream()
                    .map(Axis.Column::name)
                    .anyMatch(assigned::contains);
            Set<String> key = Set.copyOf(merge.key());
            // Another one of fewer columns would have to be looked for.
            boolean unique = known.stream()
                    .filter(each -> key.containsAll(each.columns()))
                    .allMatch(each -> key.equals(Set.copyOf(each.columns())));
            if (merge.rows().size() > 1 || key.isEmpty() || !moves || !unique || tables.isByHint(target)) {
                return Map.of();
            }
            ParsedStatement.MergedRow inserted = row.inserted().get(0);
            RowUpdate update = RowUpdate.of(
                    merge.text(),
                    merge.names().get(0).span(),
                    inserted.row().given(inserted.columns()),
                    assigned,
                    merge.key(),
                    1,
                    tables,
                    dialect,
                    planner);
            return update == null ? Map.of() : Map.of(found.columns(), update);
        }
    }
}
