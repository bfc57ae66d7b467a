package io.shardkit.planner.advice;

import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
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
 */
record AddedConditions(Map<ColumnRef, Value> values) implements UnaryOperator<ParsedStatement> {

    /** Returns true if conditions can be added to such a statement. */
    static boolean fit(ParsedStatement statement) {
        return statement instanceof ParsedStatement.Query
                || statement instanceof ParsedStatement.Write
                || statement instanceof ParsedStatement.InsertSelect
                || statement instanceof ParsedStatement.Merge;
    }

    @Override
    public ParsedStatement apply(ParsedStatement statement) {
        List<Block> blocks = statement.blocks().stream().map(this::demanding).toList();
        if (statement instanceof ParsedStatement.Query query) {
            return new ParsedStatement.Query(
                    query.text(),
                    query.tables(),
                    blocks,
                    query.names(),
                    query.simple(),
                    query.locking(),
                    query.labels(),
                    query.unknownNames(),
                    query.unknownColumns());
        }
        if (statement instanceof ParsedStatement.Write write) {
            return new ParsedStatement.Write(
                    write.text(),
                    write.tables(),
                    blocks,
                    write.names(),
                    write.update(),
                    write.targets(),
                    write.assigned(),
                    true,
                    write.limited(),
                    write.limit(),
                    write.functions(),
                    write.assignments(),
                    write.unknownColumns());
        }
        if (statement instanceof ParsedStatement.InsertSelect insert) {
            return new ParsedStatement.InsertSelect(
                    insert.text(),
                    insert.tables(),
                    blocks,
                    insert.names(),
                    insert.target(),
                    insert.columns(),
                    insert.columnListEnd(),
                    insert.query(),
                    insert.upsert(),
                    insert.namesRead(),
                    insert.takesNextValues(),
                    insert.unknownColumns());
        }
        if (statement instanceof ParsedStatement.Merge merge) {
            return new ParsedStatement.Merge(
                    merge.text(),
                    merge.tables(),
                    blocks,
                    merge.names(),
                    merge.inserted(),
                    merge.assignments(),
                    merge.key(),
                    merge.own());
        }
        return statement;
    }

    private Block demanding(Block block) {
        if (block.from() == null) {
            return block;
        }
        List<Condition> parts = new ArrayList<>(List.of(block.where()));
        for (TableUse use : block.from().uses()) {
            values.forEach((column, value) -> {
                if (column.use() == use.id()) {
                    parts.add(new Condition.In(column, List.of(value)));
                }
            });
        }
        return parts.size() == 1 ? block : new Block(block.from(), new Condition.And(parts));
    }
}
