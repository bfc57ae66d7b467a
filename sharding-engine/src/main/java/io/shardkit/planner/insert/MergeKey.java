package io.shardkit.planner.insert;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.UniqueCheck;
import io.shardkit.plan.UniqueClaims;
import io.shardkit.plan.UniquenessProbe;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A unique key of which the ON of a MERGE demands one value: no row but the one that has it can be met, so it is enough to
 * know that this is in no other unit than the one in which the MERGE runs. Immutable.
 *
 * @param key the key
 * @param check what is asked of the other units, or null if the settings say that nothing is
 * @param values those that are demanded of the key's columns, in their order
 */
record MergeKey(UniqueKey key, @Nullable UniqueCheck check, List<Value> values) {

    /**
     * The key of a statement; empty if there is none, or the settings refuse to ask for it.
     *
     * @throws SQLException if a database cannot be asked for the table's keys
     */
    static Optional<MergeKey> of(ParsedStatement.Merge merge, Tables tables, UniqueKeyRules uniqueKeys)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        List<UniqueKey> keys = tables.uniqueKeys(target);
        Map<String, Value> demanded = demanded(merge);
        ParsedStatement.Upsert upsert = upsert(merge, demanded);
        UpsertRules rules = new UpsertRules(upsert, tables, target, uniqueKeys);
        for (UniqueKey key : keys == null ? List.<UniqueKey>of() : keys) {
            String missing = rules.missing(key);
            if (missing == null || !demanded.keySet().containsAll(key.columns())) {
                continue;
            }
            Attempt<Optional<UniqueCheck>> check = uniqueKeys
                    .asks(upsert, tables.shardedOf(target), key, missing)
                    .flatMap(asks -> uniqueKeys.check(
                            asks ? List.of(key) : List.of(),
                            tables,
                            merge,
                            merge.names().get(0).span(),
                            upsert));
            if (!(check instanceof Refused<?>)) {
                List<Value> values = key.columns().stream().map(demanded::get).toList();
                return Optional.of(new MergeKey(key, check.value().orElse(null), values));
            }
        }
        return Optional.empty();
    }

    /** By column the one value that every row has which is met. */
    private static Map<String, Value> demanded(ParsedStatement.Merge merge) {
        Map<String, Value> demanded = new LinkedHashMap<>();
        for (Condition condition : merge.blocks().get(0).where().conjuncts()) {
            if (condition instanceof Condition.In in && in.values().size() == 1) {
                demanded.put(in.column().name(), in.values().get(0));
            }
        }
        return demanded;
    }

    private static ParsedStatement.Upsert upsert(ParsedStatement.Merge merge, Map<String, Value> demanded) {
        List<String> assigned = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        for (ParsedStatement.Assignment assignment : merge.assignments()) {
            String column = assignment.column();
            assigned.add(column);
            boolean kept = new ColumnRef(0, column).equals(assignment.source())
                    || (assignment.value() != null && assignment.value().equals(demanded.get(column)));
            if (!kept) {
                changed.add(column);
            }
        }
        return new ParsedStatement.Upsert("MERGE", List.of(), false, assigned, changed, List.of(), Map.of());
    }

    /** Whether other units are asked for this key; some databases report a constraint and its index. */
    boolean asksFor(UniqueKey other) {
        return check != null && key.columns().equals(other.columns()) && other.exact();
    }

    /** Whether a row to insert has the values that are demanded. */
    boolean isOf(ParsedStatement.MergedRow row) {
        for (int i = 0; i < values.size(); i++) {
            if (!values.get(i).equals(row.values().get(key.columns().get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** Whether two rows demand the same key, or none. */
    static boolean isSame(@Nullable MergeKey one, @Nullable MergeKey other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.key.equals(other.key) && (one.check == null) == (other.check == null);
    }

    /** What is to be asked for the rows of one execution, or null if nothing is. */
    @Nullable UniqueClaims claims(ParallelismChoice parallelism) {
        return check == null ? null : new UniqueClaims(check, parallelism);
    }

    /** A row has the key, and is written in a unit. */
    void claim(UniqueClaims claims, int unit, Parameters parameters) throws SQLException {
        List<@Nullable Object> given = new ArrayList<>();
        for (Value value : values) {
            given.add(value.of(parameters));
        }
        claims.add(0, unit, given);
    }

    /** A write, before which units are asked for the keys of its rows if there is something to ask. */
    static BoundPlan asked(BoundPlan write, @Nullable UniqueClaims claims) throws SQLException {
        List<UniquenessProbe> questions = claims == null ? List.of() : claims.questions();
        return questions.isEmpty() ? write : new BoundPlan.UniquenessCheckedInsert(questions, write);
    }

    /** Why a MERGE asks other units, if it does. */
    static String reason(BoundPlan bound) {
        return bound instanceof BoundPlan.UniquenessCheckedInsert
                ? "ON demands a unique key that lacks a sharding column"
                : "";
    }
}
