package io.shardkit.planner.insert;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.UniqueClaims;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A MERGE of one row of values into a sharded table: on the one unit in which its ON finds rows, if the row that it
 * inserts belongs there as well; or, where its ON demands a unique key, on the unit of the row that it inserts, if no other
 * one has the key. Immutable.
 *
 * @param parameterCount how many parameters it has
 * @param table the table
 * @param placement where its ON finds rows
 * @param inserted where the rows belong that its INSERTs give
 * @param assigned where a row of the unit belongs to which its UPDATEs have given another sharding value
 * @param key the unique key that its ON demands, or null if it demands none
 */
public record MergeStatementPlan(
        int parameterCount,
        ShardedTable table,
        StatementRouting placement,
        List<RowPlace> inserted,
        List<RowRouting> assigned,
        @Nullable MergeKey key)
        implements StatementPlan {

    /**
     * Where a row belongs.
     *
     * @param key the value of the column that a key generator fills elsewhere, or null if there is none
     */
    record RowPlace(RowRouting routing, @Nullable Value key) {}

    /** The plan, or why there is none. */
    public static Attempt<MergeStatementPlan> of(
            ParsedStatement.Merge merge, Tables tables, StatementRouting placement, UniqueKeyRules uniqueKeys)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        ShardedTable table = tables.shardedOf(target);
        MergeKey key = MergeKey.of(merge, tables, uniqueKeys).orElse(null);
        if (!merge.inserted().isEmpty() && !isAsked(uniqueKeys.ofInsert(tables, target), merge, key)) {
            return Attempt.refused(ErrorCode.UNIQUE_KEY_OVER_UNITS, "MERGE does not look for keys in other units");
        }
        List<RowPlace> inserted = new ArrayList<>();
        for (ParsedStatement.MergedRow row : merge.inserted()) {
            KeyGeneration generation = table.keyGeneration();
            Value made = generation == null ? null : row.values().get(generation.column());
            if (generation != null && made == null) {
                return Attempt.refused(ErrorCode.INSERT_FORM, withoutKey(table));
            }
            for (Axis.Column placed : tables.findingColumns(target)) {
                Refusal unplaced = tables.unplaced(target, placed);
                if (unplaced != null) {
                    return Attempt.refused(unplaced);
                }
                if (row.values().get(placed.name()) == null) {
                    return Attempt.refused(ErrorCode.INSERT_WITHOUT_KEY, table + "." + placed.name());
                }
            }
            inserted.add(new RowPlace(routing(row.values(), tables), made));
        }
        return assigned(merge, tables)
                .map(assigned -> new MergeStatementPlan(
                        merge.text().parameterCount(),
                        table,
                        placement,
                        List.copyOf(inserted),
                        assigned,
                        inserted.isEmpty() ? null : key));
    }

    /** Whether the rows that it inserts have no other keys that could be elsewhere than the one that is asked for. */
    private static boolean isAsked(List<UniqueKey> keys, ParsedStatement.Merge merge, @Nullable MergeKey asked) {
        return keys.stream()
                .allMatch(key -> asked != null
                        && asked.asksFor(key)
                        && merge.inserted().stream().allMatch(row -> asked.isOf(row)));
    }

    private static RowRouting routing(Map<String, Value> values, Tables tables) {
        TableUse target = tables.uses().get(0);
        List<List<@Nullable Value>> placing = new ArrayList<>();
        for (Axis.Column placed : tables.findingColumns(target)) {
            placing.add(Collections.singletonList(values.get(placed.name())));
        }
        return new RowRouting(tables.hinted(target), tables.held(target), tables.keyBounds(target), placing, -1);
    }

    /** What is NULL or DEFAULT would have to be generated, as where the column is left out. */
    private static String withoutKey(ShardedTable table) {
        return "MERGE that gives the generated key of " + table + " no value that is known";
    }

    /**
     * A sharding column may be given the value that it was found by, or one with which the row stays in its unit. Where it
     * does not decide alone, that is not known.
     */
    private static Attempt<List<RowRouting>> assigned(ParsedStatement.Merge merge, Tables tables) {
        TableUse target = tables.uses().get(0);
        ShardedTable table = tables.shardedOf(target);
        List<Condition> demanded = merge.blocks().get(0).where().conjuncts();
        List<RowRouting> others = new ArrayList<>();
        for (ParsedStatement.Assignment assignment : merge.assignments()) {
            String name = assignment.column();
            ColumnRef column = new ColumnRef(0, name);
            Value value = assignment.value();
            boolean kept = column.equals(assignment.source())
                    || (value != null && demanded.contains(new Condition.In(column, List.of(value))));
            if (!table.isShardingColumn(name) || kept) {
                continue;
            }
            boolean alone = tables.axes(target).stream()
                    .allMatch(axis -> axis.isOfOneColumn() || !axis.names().contains(name));
            if (value == null || !alone || merge.inserted().isEmpty()) {
                return Attempt.refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, table + "." + name);
            }
            Map<String, Value> row = new HashMap<>(merge.inserted().get(0).values());
            row.put(name, value);
            others.add(routing(row, tables));
        }
        return Attempt.done(List.copyOf(others));
    }

    @Override
    public StatementKind kind() {
        return StatementKind.UPDATE;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        UniqueClaims claims = key == null ? null : key.claims(learned.parallelismOfQuestions());
        int unit = unit(parameters, claims);
        return MergeKey.asked(placement.on(unit), claims);
    }

    /**
     * Where it runs.
     *
     * @param claims is told of the key that other units are to be asked for, if they are; null if none is asked for
     * @throws SQLException a coded refusal if it may concern rows elsewhere
     */
    int unit(Parameters parameters, @Nullable UniqueClaims claims) throws SQLException {
        BoundPlan.SingleShard pointed = placement.pointed(parameters);
        if (pointed == null && key == null) {
            throw ShardingExceptions.of(
                    ErrorCode.INSERT_FORM,
                    "MERGE whose ON does not name one value of each sharding column of " + table
                            + ", nor a unique key of it");
        }
        int unit = pointed != null
                ? pointed.call().unit()
                : inserted.get(0).routing().unit(0, parameters, null);
        for (RowPlace row : inserted) {
            if (row.key() != null && row.key().of(parameters) == null) {
                throw ShardingExceptions.of(ErrorCode.INSERT_FORM, withoutKey(table));
            }
            if (row.routing().unit(0, parameters, null) != unit) {
                throw ShardingExceptions.of(
                        ErrorCode.INSERT_FORM, "MERGE that inserts elsewhere than it looks for rows of " + table);
            }
        }
        for (RowRouting row : assigned) {
            if (row.unit(0, parameters, null) != unit) {
                throw ShardingExceptions.of(
                        ErrorCode.UPDATE_OF_SHARDING_COLUMN, "MERGE that gives a row of " + table + " another place");
            }
        }
        if (pointed == null && key != null && claims != null) {
            key.claim(claims, unit, parameters);
        }
        return unit;
    }

    @Override
    public String reason(BoundPlan bound) {
        return MergeKey.reason(bound);
    }
}
