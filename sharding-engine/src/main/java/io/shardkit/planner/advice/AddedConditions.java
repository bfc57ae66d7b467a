package io.shardkit.planner.advice;

import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A statement as if the WHERE of the blocks in which tables stand, or the ON of a MERGE, demanded more. Its text stays as it is, so that it can be
 * planned and not run.
 *
 * @param values by column, what it is demanded to equal
 * @param equalities columns that are demanded to be equal
 */
record AddedConditions(Map<ColumnRef, Value> values, List<Condition.Equal> equalities)
        implements UnaryOperator<ParsedStatement> {
    /** Of values alone. */
    AddedConditions(Map<ColumnRef, Value> values) {
        this(values, List.of());
    }

    /** Returns true if conditions can be added to such a statement. */
    static boolean fit(ParsedStatement statement) {
        return statement instanceof ParsedStatement.Query
                || statement instanceof ParsedStatement.Write
                || statement instanceof ParsedStatement.InsertSelect
                // Of several rows each has its own values.
                || (statement instanceof ParsedStatement.Merge merge
                        && merge.rows().size() == 1);
    }

    @Override
    public ParsedStatement apply(ParsedStatement statement) {
        if (!(statement instanceof ParsedStatement.OfTables ofTables)) {
            return statement;
        }
        ParsedStatement.Parts parts = ofTables.parts()
                .with(statement.blocks().stream().map(this::demanding).toList());
        if (statement instanceof ParsedStatement.Query query) {
            return new ParsedStatement.Query(
                    parts, query.simple(), query.locking(), query.labels(), query.unknownNames());
        }
        if (statement instanceof ParsedStatement.Write write) {
            ParsedStatement.Selection selection = new ParsedStatement.Selection(true, write.limited(), write.limit());
            return new ParsedStatement.Write(
                    parts, write.update(), write.targets(), write.assignments(), selection, write.functions());
        }
        if (statement instanceof ParsedStatement.InsertSelect insert) {
            return new ParsedStatement.InsertSelect(
                    parts,
                    insert.into(),
                    insert.query(),
                    insert.upsert(),
                    insert.namesRead(),
                    insert.takesNextValues());
        }
        if (statement instanceof ParsedStatement.Merge merge) {
            return new ParsedStatement.Merge(
                    parts, merge.rows(), merge.separator(), merge.alike(), merge.key(), merge.own());
        }
        return statement;
    }

    private Block demanding(Block block) {
        if (block.from() == null) {
            return block;
        }
        From from = block.from();
        List<Integer> own = from.uses().stream().map(TableUse::id).toList();
        List<Condition> parts = new ArrayList<>(List.of(block.where()));
        for (TableUse use : from.uses()) {
            values.forEach((column, value) -> {
                if (column.use() == use.id()) {
                    parts.add(new Condition.In(column, List.of(value)));
                }
            });
        }
        for (Condition.Equal equal : equalities) {
            if (own.contains(equal.left().use()) && own.contains(equal.right().use())) {
                from = joined(from, equal);
            } else if (own.contains(equal.right().use())) {
                parts.add(equal);
            }
        }
        return new Block(from, parts.size() == 1 ? block.where() : new Condition.And(parts));
    }

    /** With the equality in the ON of the join that puts its two tables together. */
    private static From joined(From from, Condition.Equal equal) {
        if (!(from instanceof From.Join join)) {
            return from;
        }
        if (holdsBoth(join.left(), equal)) {
            return new From.Join(join.kind(), joined(join.left(), equal), join.right(), join.on());
        }
        if (holdsBoth(join.right(), equal)) {
            return new From.Join(join.kind(), join.left(), joined(join.right(), equal), join.on());
        }
        Condition on = new Condition.And(List.of(join.on(), equal));
        return new From.Join(join.kind(), join.left(), join.right(), on);
    }

    private static boolean holdsBoth(From from, Condition.Equal equal) {
        List<Integer> uses = from.uses().stream().map(TableUse::id).toList();
        return uses.contains(equal.left().use()) && uses.contains(equal.right().use());
    }
}
