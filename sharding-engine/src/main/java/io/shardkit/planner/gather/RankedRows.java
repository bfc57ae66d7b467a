package io.shardkit.planner.gather;

import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.BooleanText;
import io.shardkit.sql.text.SqlText;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of a table that a SELECT takes by their rank: {@code SELECT .. FROM (SELECT .., ROW_NUMBER() OVER (..) AS n
 * FROM t) x WHERE n <= 3}, also where the inner SELECT is a common table that is read once. A row has no higher rank among those
 * of its unit than among all, so that the first ones of each unit suffice. For one statement.
 */
final class RankedRows {
    private final SqlText text;
    private final Tables tables;
    private final OwnConditions conditions;
    private final List<BlockPlace> places;

    RankedRows(ParsedStatement statement, Tables tables, OwnConditions conditions) {
        this.text = statement.text();
        this.tables = tables;
        this.conditions = conditions;
        this.places = BlockPlace.of(text);
    }

    /** The first rows of a table, or null if others may matter. */
    @Nullable TopRows of(TableUse use) {
        BlockPlace place = conditions.place(use);
        Block block = conditions.block(use);
        From from = block == null ? null : block.from();
        if (place == null || !(from instanceof From.Table) || !text.is(place.select() - 1, "(")) {
            return null;
        }
        BlockText inner = new BlockText(text, place);
        BlockNames names = new BlockNames(text, place, from, tables);
        boolean plain = !inner.isOfSet()
                && !inner.isSpecial()
                && !text.is(place.select() + 1, "DISTINCT")
                && inner.end() == place.whereEnd()
                && (place.where() + 1 >= place.whereEnd()
                        || conditions.isOn(use, BooleanText.of(text, place.where() + 1, place.whereEnd()), names));
        int[] ranked = plain ? ranked(inner, names) : null;
        if (ranked == null) {
            return null;
        }
        int[] expression = inner.expression(ranked);
        Rank rank = Rank.of(text, expression[0], expression[1], use.id(), names, tables);
        String name = text.name(inner.alias(ranked));
        boolean own = tables.column(new ColumnRef(use.id(), name)) != null;
        Value most = rank == null || own ? null : most(place, name);
        return rank == null || most == null ? null : TopRows.ofRank(rank, most);
    }

    /** The item with an alias among others that are columns, or null. */
    private int @Nullable [] ranked(BlockText inner, BlockNames names) {
        int[] ranked = null;
        for (int[] item : inner.items()) {
            int[] expression = inner.expression(item);
            boolean star =
                    text.is(expression[1] - 1, "*") && expression[1] - item[0] == (text.is(item[0] + 1, ".") ? 3 : 1);
            if (star || names.column(expression[0], expression[1]) != null) {
                continue;
            }
            if (ranked != null || inner.alias(item) < 0) {
                return null;
            }
            ranked = item;
        }
        int[] found = ranked;
        boolean alone = found != null
                && inner.items().stream()
                        .allMatch(item -> item[0] == found[0]
                                || inner.alias(item) < 0
                                || !text.name(inner.alias(item)).equals(text.name(inner.alias(found))));
        return alone ? found : null;
    }

    /** The highest rank that is shown, or null if all are. */
    private @Nullable Value most(BlockPlace place, String name) {
        int close = place.end();
        if (text.isOneOf(place.select() - 2, "FROM")) {
            int label = text.is(close + 1, "AS") ? close + 2 : close + 1;
            return text.isName(label) ? most(place.select() - 1, label, name) : null;
        }
        int common = text.is(place.select() - 2, "AS") ? place.select() - 3 : -1;
        if (common < 1 || !text.isName(common) || !text.isOneOf(common - 1, "WITH", ",")) {
            return null;
        }
        List<Integer> reads = IntStream.range(0, text.size())
                .filter(i ->
                        i != common && text.isName(i) && text.name(i).equals(text.name(common)) && !text.is(i + 1, "."))
                .boxed()
                .toList();
        if (reads.size() != 1 || !text.is(reads.get(0) - 1, "FROM")) {
            return null;
        }
        int read = reads.get(0);
        int after = text.is(read + 1, "AS") ? read + 2 : read + 1;
        return most(read, isLabel(after) ? after : read, name);
    }

    private boolean isLabel(int token) {
        return text.isName(token) && !text.isOneOf(token, "WHERE");
    }

    /**
     * The same of the SELECT that reads nothing but the ranked rows.
     *
     * @param first the first token after its FROM
     * @param label the token by which it calls them
     */
    private @Nullable Value most(int first, int label, String name) {
        for (BlockPlace outer : places) {
            if (outer.from() + 1 == first && outer.fromEnd() == label + 1 && outer.where() < outer.whereEnd()) {
                return most(BooleanText.of(text, outer.where() + 1, outer.whereEnd()), text.name(label), name);
            }
        }
        return null;
    }

    private @Nullable Value most(BooleanText condition, String label, String name) {
        if (condition instanceof BooleanText.And and) {
            for (BooleanText part : and.parts()) {
                Value most = most(part, label, name);
                if (most != null) {
                    return most;
                }
            }
        }
        return condition instanceof BooleanText.Leaf leaf ? most(leaf, label, name) : null;
    }

    private @Nullable Value most(BooleanText.Leaf leaf, String label, String name) {
        boolean qualified =
                text.is(leaf.from() + 1, ".") && text.name(leaf.from()).equals(label);
        int column = qualified ? leaf.from() + 2 : leaf.from();
        boolean bound = text.isName(column)
                && text.name(column).equals(name)
                && text.isOneOf(column + 1, "<=", "=", "<")
                && leaf.to() == column + 3;
        return bound ? Limit.value(text, column + 2) : null;
    }
}
