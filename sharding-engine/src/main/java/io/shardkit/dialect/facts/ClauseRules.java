package io.shardkit.dialect.facts;

/** Which forms of clauses and operators a database has. Immutable. */
public interface ClauseRules {
    /** Whether LIMIT, OFFSET and FETCH may stand in any order and each in any of its forms. */
    boolean limitsInAnyOrder();

    /** Whether LIMIT ALL is no limit. */
    boolean hasLimitAll();

    /** Whether LIMIT may have the offset before the count. */
    boolean limitHasTwoNumbers();

    /** Whether a number of LIMIT may stand in parentheses. */
    boolean limitHasParentheses();

    /** Whether a number of LIMIT may take all 64 bits. */
    boolean limitIsUnsigned();

    /** Whether OFFSET without LIMIT always has ROW or ROWS. */
    boolean offsetAloneNeedsRows();

    /** Whether MOD may stand between two operands. */
    boolean hasModOperator();

    /** Whether a colon stands between the bounds of a slice of an array. */
    boolean hasSlices();

    /** Whether the arguments of a call may have names. */
    boolean namesArguments();

    /** Whether all operators but those of arithmetic and comparison bind equally strongly, also those that extensions make. */
    boolean operatorsShareStrength();

    /** Whether CROSS JOIN may be followed by ON. */
    boolean crossJoinsHaveConditions();

    /** Whether KEY and INDEX within a table's definition name an index, and are not names of columns. */
    boolean hasInlineIndexes();

    /** Whether an INSERT may give its rows a name, by which the update of rows that are there already reads them. */
    boolean namesInsertedRows();

    /** Whether IGNORE stores something else, without an error, for what its column cannot hold. */
    boolean ignoreChangesValues();

    /** Whether the label of a computed column without an alias shows its expression. */
    boolean labelsShowExpressions();
}
