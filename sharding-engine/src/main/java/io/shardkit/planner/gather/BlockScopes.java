package io.shardkit.planner.gather;

import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.SqlText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tells in which SELECT of a statement the tables are that a name in a nested one means. For one statement. */
final class BlockScopes {
    private final Tables tables;
    private final List<BlockPlace> places;
    private final Map<BlockPlace, From> tablesOf = new HashMap<>();

    BlockScopes(ParsedStatement statement, Tables tables, OwnConditions conditions) {
        this.tables = tables;
        this.places = BlockPlace.of(statement.text());
        for (Block block : statement.blocks()) {
            From from = block.from();
            BlockPlace place = from == null ? null : conditions.place(from);
            if (place != null && from != null) {
                tablesOf.put(place, from);
            }
        }
    }

    /** Returns true if a token is a part of that SELECT itself, and not of one in it. */
    boolean isOwn(int token, BlockPlace place) {
        return place.equals(innermost(token, place));
    }

    /** Returns true if a token is the name of a table that a SELECT lists, and not of a column in a condition of a join. */
    boolean isTable(SqlText text, int token) {
        return places.stream().filter(place -> place.lists(text, token)).anyMatch(place -> place.joins(text).stream()
                .noneMatch(on -> on != null && on[0] <= token && token < on[1]));
    }

    private BlockPlace innermost(int token, BlockPlace outer) {
        BlockPlace found = outer;
        for (BlockPlace place : places) {
            if (place.contains(token) && place.select() > found.select()) {
                found = place;
            }
        }
        return found;
    }

    /**
     * Returns whether a name within a SELECT means nothing of one in it; null if that is not certain.
     *
     * @param qualifier the name before the dot, or null
     */
    @Nullable Boolean isOf(BlockPlace outer, int token, @Nullable String qualifier, String name) {
        for (BlockPlace place : places) {
            if (place.select() <= outer.select() || !place.contains(token)) {
                continue;
            }
            From from = tablesOf.get(place);
            if (from == null) {
                return null;
            }
            if (from.hasDerived() && qualifier == null) {
                return null;
            }
            if (qualifier == null ? hasColumn(from, name) : hasLabel(from, qualifier)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasColumn(From from, String name) {
        return from.uses().stream()
                .anyMatch(use ->
                        tables.columns(use.id()).isEmpty() || tables.column(new ColumnRef(use.id(), name)) != null);
    }

    private static boolean hasLabel(From from, String label) {
        if (from instanceof From.Join join) {
            return hasLabel(join.left(), label) || hasLabel(join.right(), label);
        }
        return from instanceof From.Derived derived
                ? derived.label().equalsIgnoreCase(label)
                : from instanceof From.Table table && table.use().label().equals(label);
    }

    /** Returns true if any name of a table in the statement may be that of a common table. */
    static boolean namesCommonTable(ParsedStatement statement) {
        SqlText text = statement.text();
        Set<String> names = statement.tables().stream().map(TableUse::name).collect(Collectors.toSet());
        return IntStream.range(0, text.size())
                .anyMatch(i -> text.isName(i)
                        && names.contains(text.name(i))
                        && (text.is(i + 1, "(")
                                || (text.is(i + 1, "AS") && text.isOneOf(i + 2, "(", "MATERIALIZED", "NOT"))));
    }
}
