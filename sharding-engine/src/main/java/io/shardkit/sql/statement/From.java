package io.shardkit.sql.statement;

import java.util.ArrayList;
import java.util.List;

/** The tables of a query block and how they are joined. */
public sealed interface From {

    /** One table. */
    record Table(TableUse use) implements From {}

    /** A derived table, a table function, or a common table expression; its own tables stand in their own blocks. */
    record Derived(String label) implements From {}

    /**
     * A join.
     *
     * @param on what its ON or USING demands; an empty AND if it has neither
     */
    record Join(Kind kind, From left, From right, Condition on) implements From {}

    /** The kind of join between two sides. */
    enum Kind {
        INNER,
        LEFT,
        RIGHT,
        FULL
    }

    /** The tables in it, from left to right. */
    default List<TableUse> uses() {
        List<TableUse> uses = new ArrayList<>();
        collect(this, uses);
        return uses;
    }

    /** Returns true if there is anything else than tables in it. */
    default boolean hasDerived() {
        return this instanceof Join join
                ? join.left().hasDerived() || join.right().hasDerived()
                : this instanceof Derived;
    }

    /** Returns true if a join in it may fill the columns of the table with NULLs. */
    default boolean isNullable(TableUse use) {
        if (!(this instanceof Join join)) {
            return false;
        }
        boolean left = join.left().uses().contains(use);
        boolean filled =
                switch (join.kind()) {
                    case INNER -> false;
                    case LEFT -> !left;
                    case RIGHT -> left;
                    case FULL -> true;
                };
        return filled || (left ? join.left() : join.right()).isNullable(use);
    }

    private static void collect(From from, List<TableUse> uses) {
        if (from instanceof Table table) {
            uses.add(table.use());
        } else if (from instanceof Join join) {
            collect(join.left(), uses);
            collect(join.right(), uses);
        }
    }
}
