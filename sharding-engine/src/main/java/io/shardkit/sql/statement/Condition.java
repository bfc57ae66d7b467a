package io.shardkit.sql.statement;

import java.util.List;

/**
 * The demands of a WHERE or ON, as far as they may narrow the shards. Negations are already pushed to the leaves; any
 * condition that is not understood is {@link Other}, which demands nothing.
 */
public sealed interface Condition {
    /** Demands nothing that is known. */
    static Condition other() {
        return new Other();
    }

    /** All parts hold. */
    record And(List<Condition> parts) implements Condition {}

    /** At least one part holds. */
    record Or(List<Condition> parts) implements Condition {}

    /** The column equals one of the values. */
    record In(ColumnRef column, List<Value> values) implements Condition {}

    /** The column equals an element of an array. */
    record InArray(ColumnRef column, Value.Parameter array) implements Condition {}

    /** The column is compared with a value. */
    record Compare(ColumnRef column, Operator operator, Value value) implements Condition {}

    /** Two columns are equal. */
    record Equal(ColumnRef left, ColumnRef right) implements Condition {}

    /** Anything else. */
    record Other() implements Condition {}

    /** Order comparisons. */
    enum Operator {
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL;

        public Operator flipped() {
            return switch (this) {
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            };
        }

        public Operator negated() {
            return switch (this) {
                case LESS -> GREATER_OR_EQUAL;
                case LESS_OR_EQUAL -> GREATER;
                case GREATER -> LESS_OR_EQUAL;
                case GREATER_OR_EQUAL -> LESS;
            };
        }
    }

    /** The parts that must all hold. */
    default List<Condition> conjuncts() {
        return this instanceof And and
                ? and.parts().stream()
                        .flatMap(part -> part.conjuncts().stream())
                        .toList()
                : List.of(this);
    }
}
