package io.shardkit.planner.insert;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys by which a MERGE of one row depends on rows of several units. Where its ON demands one value of such a
 * key, no row but the one that has it can be met, and that is looked for. Where keys of written rows are looked for, so
 * are those that the row gets which is met, and those of the row that is inserted where none is. Immutable.
 *
 * @param finding whether ON demands a key that lacks a sharding column, and the settings do not refuse that
 * @param check what is asked, or null if nothing is
 * @param claims the keys
 * @param entering of each row that it inserts the values of the key that ON demands; null if the MERGE may not go to the
 *     unit of the row that has it
 */
record MergeKeys(
        boolean finding, @Nullable UniqueCheck check, List<MergeClaim> claims, @Nullable List<List<Value>> entering) {

    /**
     * Returns the unique keys that a statement depends on.
     *
     * @param rows the number of rows, this one included
     * @return refused if it is not known which keys its rows will have
     * @throws SQLException if a database cannot be asked for the table's keys
     */
    static Attempt<MergeKeys> of(ParsedStatement.Merge merge, int rows, Tables tables, UniqueKeyRules rules)
            throws SQLException {
        return new Reader(merge, tables, rules).read(rows);
    }

    /**
     * Returns true if the MERGE may go to the unit of the row that has the key which ON demands: a row can be inserted
     * there only with that key.
     */
    boolean follows(UniqueCheck asked, MergeClaim demanded, Parameters parameters) throws SQLException {
        UniqueCheck.Key key = asked.keys().get(demanded.key());
        List<Object> stored = key.stored(demanded.given(parameters));
        for (List<Value> values : entering == null ? List.<List<Value>>of() : entering) {
            MergeClaim entered = new MergeClaim(demanded.key(), values, false, false, true);
            if (stored == null || !stored.equals(key.stored(entered.given(parameters)))) {
                return false;
            }
        }
        return entering != null;
    }

    /** Returns true if the rows of both are looked for with the same keys, so that one statement can hold them. */
    boolean isLike(MergeKeys other) {
        List<UniqueCheck.Key> own = check == null ? List.of() : check.keys();
        return own.equals(other.check == null ? List.of() : other.check.keys()) && finding == other.finding;
    }

    /** Reads them. */
    private static final class Reader {
        private final ParsedStatement.Merge merge;
        private final Tables tables;
        private final UniqueKeyRules rules;
        private final TableUse target;

        /** By column the one value that every row has which is met. */
        private final Map<String, Value> demanded = new LinkedHashMap<>();

        /** The columns that a row may get another value in. */
        private final List<String> changed = new ArrayList<>();

        /** The keys that are asked for; some databases report a constraint and its index. */
        private final Map<List<String>, UniqueKey> asked = new LinkedHashMap<>();

        private final Map<List<Object>, MergeClaim> claims = new LinkedHashMap<>();

        Reader(ParsedStatement.Merge merge, Tables tables, UniqueKeyRules rules) {
            this.merge = merge;
            this.tables = tables;
            this.rules = rules;
            this.target = tables.uses().get(0);
            for (Condition condition : merge.blocks().get(0).where().conjuncts()) {
                if (condition instanceof Condition.In in && in.values().size() == 1) {
                    demanded.put(in.column().name(), in.values().get(0));
                }
            }
            for (ParsedStatement.Assignment assignment : merge.assignments()) {
                String column = assignment.column();
                Value value = assignment.value();
                boolean own = new ColumnRef(0, column).equals(assignment.source());
                if (!own && (value == null || !value.equals(demanded.get(column)))) {
                    changed.add(column);
                }
            }
        }

        Attempt<MergeKeys> read(int rows) throws SQLException {
            List<UniqueKey> keys = tables.uniqueKeys(target);
            List<UniqueKey> known = keys == null ? List.of() : keys;
            ParsedStatement.Upsert upsert = new ParsedStatement.Upsert(
                    "MERGE",
                    List.of(),
                    null,
                    false,
                    new ParsedStatement.UpsertedValues(changed, changed, List.of(), Map.of()));
            UpsertRules upserts = new UpsertRules(upsert, tables, target, rules);
            UniqueKey found = null;
            boolean looked = false;
            for (UniqueKey key : known) {
                String missing = upserts.missing(key);
                if (found != null || missing == null || !demanded.keySet().containsAll(key.columns())) {
                    continue;
                }
                Attempt<Boolean> asks = rules.asks(upsert, tables, target, key, missing);
                if (!(asks instanceof Refused<?>) && !(check(List.of(key), upsert) instanceof Refused<?>)) {
                    found = key;
                    looked = asks.value();
                }
            }
            if (found != null && looked) {
                claim(found, demandedOf(found), true, false, false);
            }
            Attempt<Boolean> written = claimWritten();
            if (written instanceof Refused<?> refused) {
                return Attempt.refused(refused.refusal());
            }
            if (found == null && !claims.isEmpty()) {
                // Any key has to show that a row is met, and none inserted.
                known.stream()
                        .filter(key -> key.exact() && demanded.keySet().containsAll(key.columns()))
                        .filter(key -> !(check(List.of(key), upsert) instanceof Refused<?>))
                        .findFirst()
                        .ifPresent(key -> claim(key, demandedOf(key), true, false, false));
            }
            UniqueKey finding = found;
            List<List<Value>> entering = finding == null || !leaves(known, rows) ? null : entering(finding);
            return check(List.copyOf(asked.values()), upsert)
                    .map(check ->
                            new MergeKeys(finding != null, check.orElse(null), List.copyOf(claims.values()), entering));
        }

        private Attempt<Optional<UniqueCheck>> check(List<UniqueKey> keys, ParsedStatement.Upsert upsert) {
            return rules.check(keys, tables, merge, merge.names().get(0).span(), upsert);
        }

        private List<Value> demandedOf(UniqueKey key) {
            List<Value> values = new ArrayList<>();
            key.columns().forEach(column -> values.add(demanded.get(column)));
            return values;
        }

        private void claim(UniqueKey key, List<Value> values, boolean demands, boolean assigned, boolean inserted) {
            asked.merge(key.columns(), key, (one, other) -> one.exact() ? other : one);
            int number = List.copyOf(asked.keySet()).indexOf(key.columns());
            claims.merge(
                    List.of(number, values),
                    new MergeClaim(number, values, demands, assigned, inserted),
                    MergeClaim::and);
        }

        /** Adds the keys of rows that are written, where such keys are looked for. */
        private Attempt<Boolean> claimWritten() throws SQLException {
            for (UniqueKey key : rules.ofInsert(tables, target)) {
                for (ParsedStatement.MergedRow row : merge.inserted()) {
                    Attempt<List<Value>> values = inserted(key, row);
                    if (values instanceof Refused<?> refused) {
                        return Attempt.refused(refused.refusal());
                    }
                    if (!values.value().isEmpty()) {
                        claim(key, values.value(), false, false, true);
                    }
                }
                if (key.columns().stream().anyMatch(changed::contains)) {
                    List<Value> values = assigned(key);
                    if (values.isEmpty()) {
                        return Attempt.refused(
                                ErrorCode.UNIQUE_KEY_OVER_UNITS,
                                "MERGE does not say what the unique key " + key.columns() + " becomes");
                    }
                    claim(key, values, false, true, false);
                }
            }
            return Attempt.done(true);
        }

        /** The values of the row that is inserted; none if no other row can have the key. */
        private Attempt<List<Value>> inserted(UniqueKey key, ParsedStatement.MergedRow row) {
            List<Value> values = new ArrayList<>();
            for (String name : key.columns()) {
                Value value = row.values().get(name);
                if (value != null) {
                    values.add(value);
                } else if (row.columns().contains(name)) {
                    return Attempt.refused(
                            ErrorCode.UNIQUE_KEY_OVER_UNITS,
                            name + " of the unique key " + key.columns() + " is computed");
                } else {
                    Column column = tables.column(new ColumnRef(target.id(), name));
                    Refusal refusal = column == null ? null : KeyColumn.leftOut(column);
                    return refusal == null ? Attempt.done(List.of()) : Attempt.refused(refusal);
                }
            }
            return Attempt.done(values);
        }

        /** The values that the row has which is met and updated; none if they are not known. */
        private List<Value> assigned(UniqueKey key) {
            List<Value> values = new ArrayList<>();
            SqlText text = merge.text();
            int update = text.find(0, text.size(), 0, "UPDATE");
            // One of several updates may give a part of the key only.
            boolean several = update >= 0 && text.find(update + 1, text.size(), 0, "UPDATE") >= 0;
            for (String name : key.columns()) {
                List<ParsedStatement.Assignment> given = merge.assignments().stream()
                        .filter(assignment -> assignment.column().equals(name))
                        .toList();
                boolean kept = !changed.contains(name);
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
            for (ParsedStatement.MergedRow row : merge.inserted()) {
                List<Value> values = key.columns().stream()
                        .map(column -> row.values().get(column))
                        .filter(Objects::nonNull)
                        .toList();
                if (values.size() < key.columns().size()) {
                    return null;
                }
                entering.add(values);
            }
            return entering;
        }

        /**
         * Returns true if the MERGE leaves a matched row where it is, and no other row of the statement can get a key
         * that the matched row gets.
         */
        private boolean leaves(List<UniqueKey> known, int rows) {
            boolean moves = tables.findingColumns(target).stream()
                    .map(Axis.Column::name)
                    .anyMatch(changed::contains);
            boolean changesKeys =
                    known.stream().anyMatch(each -> each.columns().stream().anyMatch(changed::contains));
            return !moves && !tables.isByHint(target) && (rows == 1 || known.size() == 1 || !changesKeys);
        }
    }
}
