package io.shardkit.planner.analysis;

import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.TableUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads an outer join as the inner one that it is where the WHERE throws away the rows that the join has filled with
 * NULLs: a comparison of a column of the nullable side does not hold for NULL.
 */
public final class NullRejection {
    private NullRejection() {}

    public static List<Block> simplify(List<Block> blocks) {
        List<Block> simplified = new ArrayList<>();
        for (Block block : blocks) {
            From from = block.from();
            simplified.add(from == null ? block : new Block(simplify(from, rejecting(block.where())), block.where()));
        }
        return simplified;
    }

    private static From simplify(From from, Set<Integer> rejecting) {
        if (!(from instanceof From.Join join)) {
            return from;
        }
        boolean left = holds(join.left(), rejecting);
        boolean right = holds(join.right(), rejecting);
        From.Kind kind =
                switch (join.kind()) {
                    case INNER -> From.Kind.INNER;
                    case LEFT -> right ? From.Kind.INNER : From.Kind.LEFT;
                    case RIGHT -> left ? From.Kind.INNER : From.Kind.RIGHT;
                    case FULL ->
                        left && right
                                ? From.Kind.INNER
                                : left ? From.Kind.LEFT : right ? From.Kind.RIGHT : From.Kind.FULL;
                };
        return new From.Join(kind, simplify(join.left(), rejecting), simplify(join.right(), rejecting), join.on());
    }

    private static boolean holds(From from, Set<Integer> rejecting) {
        return from.uses().stream().map(TableUse::id).anyMatch(rejecting::contains);
    }

    /** The tables of which a row of nothing but NULLs cannot fulfil the condition. */
    private static Set<Integer> rejecting(Condition condition) {
        Set<Integer> uses = new HashSet<>();
        if (condition instanceof Condition.And and) {
            and.parts().forEach(part -> uses.addAll(rejecting(part)));
        } else if (condition instanceof Condition.Or or) {
            uses.addAll(rejecting(or.parts().get(0)));
            or.parts().forEach(part -> uses.retainAll(rejecting(part)));
        } else if (condition instanceof Condition.In in) {
            uses.add(in.column().use());
        } else if (condition instanceof Condition.InArray in) {
            uses.add(in.column().use());
        } else if (condition instanceof Condition.Compare compare) {
            uses.add(compare.column().use());
        } else if (condition instanceof Condition.Equal equal) {
            uses.add(equal.left().use());
            uses.add(equal.right().use());
        }
        return uses;
    }
}
