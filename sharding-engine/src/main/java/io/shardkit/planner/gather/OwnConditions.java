package io.shardkit.planner.gather;

import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.NullRejection;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.BooleanText;
import io.shardkit.sql.text.Spelling;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the conditions in WHERE and ON that are of one table alone, as the user wrote them. A row that fails one of them
 * changes nothing in the answer: where an outer join may fill the table's columns with NULLs, only conditions are taken that
 * NULLs do not fulfil. For one statement.
 */
final class OwnConditions {
    /** Longer statements are not looked at, as each name is compared with each. */
    private static final int MOST_NAMES = 50;

    private static final int MOST_TOKENS = 5_000;

    private final ParsedStatement statement;
    private final SqlText text;
    private final Tables tables;
    private final Dialect dialect;
    private final List<Block> blocks;
    private final List<BlockPlace> places;

    OwnConditions(ParsedStatement statement, Tables tables, Dialect dialect) {
        this.statement = statement;
        this.text = statement.text();
        this.tables = tables;
        this.dialect = dialect;
        this.blocks = NullRejection.simplify(statement.blocks());
        this.places = BlockPlace.of(text);
    }

    /** All conditions on a table, which may be none; null if it is not certain where they stand. */
    @Nullable Filter on(TableUse use) {
        BlockPlace place = place(use);
        return place == null ? null : on(use, place);
    }

    /** The same of a table that the SELECT lists which stands in a place. */
    @Nullable Filter on(TableUse use, BlockPlace place) {
        Block block = block(use);
        From from = block == null ? null : block.from();
        if (from == null) {
            return null;
        }
        List<From.Join> joins = joins(from);
        List<int @Nullable []> conditions = place.joins(text);
        if (joins.size() != conditions.size()) {
            return null;
        }
        TableCondition one = new TableCondition(text, use, new BlockNames(text, place, from, tables), dialect);
        List<Filter> parts = new ArrayList<>();
        for (int i = 0; i < joins.size(); i++) {
            int[] on = conditions.get(i);
            From narrowed = on == null ? null : narrowed(joins.get(i), use);
            if (on != null && narrowed != null) {
                parts.add(implied(one, BooleanText.of(text, on[0], on[1]), narrowed.isNullable(use)));
            }
        }
        if (place.where() + 1 < place.whereEnd()) {
            BooleanText where = BooleanText.of(text, place.where() + 1, place.whereEnd());
            parts.add(implied(one, where, from.isNullable(use)));
        }
        return Filter.all(parts);
    }

    /** Returns true if a condition is one on the table alone, or is made of such. */
    boolean isOn(TableUse use, BooleanText condition, BlockNames names) {
        if (condition instanceof BooleanText.And and) {
            return and.parts().stream().allMatch(part -> isOn(use, part, names));
        }
        return condition instanceof BooleanText.Or or
                ? or.parts().stream().allMatch(part -> isOn(use, part, names))
                : !new TableCondition(text, use, names, dialect)
                        .filter((BooleanText.Leaf) condition, false)
                        .isNone();
    }

    /** Returns the place of the SELECT that lists the table, or null if there is no such SELECT or there are several. */
    @Nullable BlockPlace place(TableUse use) {
        if (statement.names().size() > MOST_NAMES || text.size() > MOST_TOKENS) {
            return null;
        }
        List<BlockPlace> found = places.stream()
                .filter(place -> statement.names().stream()
                        .filter(name -> name.use() == use.id() && name.derived() == null)
                        .anyMatch(name -> place.lists(text, token(name))))
                .toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    /** The same of a SELECT that lists these tables; where it names none that is renamed, only one may list such names. */
    @Nullable BlockPlace place(From from) {
        for (TableUse use : from.uses()) {
            BlockPlace place = place(use);
            if (place != null) {
                return place;
            }
        }
        List<BlockPlace> found = from.uses().isEmpty() || text.size() > MOST_TOKENS
                ? List.of()
                : places.stream()
                        .filter(place -> from.uses().stream().allMatch(use -> lists(place, use)))
                        .toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    private boolean lists(BlockPlace place, TableUse use) {
        for (int i = place.from() + 1; i < place.fromEnd(); i++) {
            if (text.isName(i) && text.name(i).equals(use.name()) && place.lists(text, i)) {
                return true;
            }
        }
        return false;
    }

    /** The way in which the statement writes the name of a table. */
    Spelling spelling(TableUse use) {
        return statement.names().stream()
                .filter(name -> name.use() == use.id())
                .map(TableName::spelling)
                .findFirst()
                .orElse(Spelling.PLAIN);
    }

    private int token(TableName name) {
        return text.tokenFrom(name.span().start());
    }

    /** The block that lists the table, with outer joins as what they are; null if there is none. */
    @Nullable Block block(TableUse use) {
        return blocks.stream()
                .filter(block -> block.from() != null && block.from().uses().contains(use))
                .findFirst()
                .orElse(null);
    }

    /** The joins with ON or USING in the order in which these stand in the text. */
    static List<From.Join> joins(From from) {
        List<From.Join> joins = new ArrayList<>();
        collect(from, joins);
        return joins;
    }

    private static void collect(From from, List<From.Join> joins) {
        if (from instanceof From.Join join) {
            collect(join.left(), joins);
            collect(join.right(), joins);
            if (!join.on().conjuncts().isEmpty()) {
                joins.add(join);
            }
        }
    }

    /** The side of a join of which only rows matter that fulfil its ON, if the table is on it; else null. */
    private static @Nullable From narrowed(From.Join join, TableUse use) {
        boolean left = join.left().uses().contains(use);
        if (!left && !join.right().uses().contains(use)) {
            return null;
        }
        boolean narrows =
                switch (join.kind()) {
                    case INNER -> true;
                    case LEFT -> !left;
                    case RIGHT -> left;
                    case FULL -> false;
                };
        return narrows ? (left ? join.left() : join.right()) : null;
    }

    /** The strongest condition on the table alone that follows from another condition. */
    private static Filter implied(TableCondition one, BooleanText condition, boolean rejectsNulls) {
        if (condition instanceof BooleanText.And and) {
            return Filter.all(and.parts().stream()
                    .map(part -> implied(one, part, rejectsNulls))
                    .toList());
        }
        if (condition instanceof BooleanText.Or or) {
            List<Filter> parts = or.parts().stream()
                    .map(part -> implied(one, part, rejectsNulls))
                    .distinct()
                    .toList();
            return parts.stream().anyMatch(Filter::isNone) ? Filter.NONE : Filter.join(parts, " OR ");
        }
        return one.filter((BooleanText.Leaf) condition, rejectsNulls);
    }
}
