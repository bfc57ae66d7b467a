package io.shardkit.dialect.facts;

import org.jspecify.annotations.Nullable;

/** The forms of clauses and operators that a database has. Immutable. */
public interface ClauseRules {
    /** Returns true if LIMIT, OFFSET and FETCH may stand in any order and each in any of its forms. */
    default boolean limitsInAnyOrder() {
        return false;
    }

    /**
     * Returns the clause that ends a query after so many rows, in the form that all modes of the database have.
     *
     * @param count a number or a parameter
     */
    default String firstRows(String count) {
        return "LIMIT " + count;
    }

    /**
     * Returns true if UPDATE and DELETE may end after so many rows.
     *
     * @param fetch by FETCH FIRST, else by LIMIT
     */
    boolean limitsWrites(boolean fetch);

    /** Returns true if the order of an UPDATE with LIMIT decides which rows it takes; H2 reads the order and ignores it. */
    default boolean ordersUpdates() {
        return true;
    }

    /** Returns true if an OFFSET without a limit skips nothing in a subquery. */
    default boolean ignoresNestedOffset() {
        return false;
    }

    /** Returns true if a value of an UPDATE of one table reads the new values of the columns assigned before it. */
    default boolean assignsInTurn() {
        return false;
    }

    /** Returns true if SELECT TOP and a number limits the rows. */
    default boolean hasTop() {
        return false;
    }

    /** Returns true if LIMIT ALL is no limit, and LIMIT NULL neither. */
    default boolean hasLimitAll() {
        return false;
    }

    /** Returns true if LIMIT may have the offset before the count. */
    default boolean limitHasTwoNumbers() {
        return true;
    }

    /** Returns true if a column that is not grouped by may stand beside an aggregate, where it has the value of any row. */
    default boolean takesAnyRow() {
        return false;
    }

    /** Returns true if a number of LIMIT may stand in parentheses. */
    default boolean limitHasParentheses() {
        return true;
    }

    /** Returns true if a number of LIMIT may take all 64 bits. */
    default boolean limitIsUnsigned() {
        return false;
    }

    /** Returns true if OFFSET without LIMIT always has ROW or ROWS. */
    default boolean offsetAloneNeedsRows() {
        return false;
    }

    /** Returns true if MOD may stand between two operands. */
    default boolean hasModOperator() {
        return false;
    }

    /** Returns true if ARRAY is a word of its own, which after a type makes an array type. */
    default boolean hasArrays() {
        return true;
    }

    /** Returns true if a colon stands between the bounds of a slice of an array. */
    default boolean hasSlices() {
        return false;
    }

    /** Returns true if ASC and DESC may stand in GROUP BY, where they order the groups. */
    default boolean ordersGroups() {
        return false;
    }

    /** Returns true if ONLY before a table leaves out the rows of tables that inherit from it. */
    default boolean hasInheritance() {
        return false;
    }

    /** Returns true if ISNULL and NOTNULL after an operand are IS NULL and IS NOT NULL. */
    default boolean hasNullTests() {
        return false;
    }

    /** Returns true if the arguments of a call may have names. */
    default boolean namesArguments() {
        return false;
    }

    /**
     * Returns true if all operators but those of arithmetic and comparison bind equally strongly, also operators of
     * extensions.
     */
    default boolean operatorsShareStrength() {
        return false;
    }

    /** Returns true if CROSS JOIN may be followed by ON. */
    default boolean crossJoinsHaveConditions() {
        return false;
    }

    /** Returns true if KEY and INDEX within a table's definition name an index, and are not names of columns. */
    default boolean hasInlineIndexes() {
        return true;
    }

    /** Returns true if an INSERT may give its rows a name, by which the update of existing rows reads them. */
    default boolean namesInsertedRows() {
        return false;
    }

    /** Returns true if MEMBER OF is an operator. */
    default boolean hasMemberOf() {
        return false;
    }

    /** Returns true if the select list may be empty. */
    default boolean hasEmptySelectLists() {
        return false;
    }

    /** Returns true if OFFSET is a clause only after the number of LIMIT, and may otherwise be a name. */
    default boolean offsetMayBeName() {
        return false;
    }

    /**
     * Returns true if REPLACE deletes each row that has a unique key of the row to insert; H2 updates the one with its
     * primary key.
     */
    default boolean replaceDeletes() {
        return false;
    }

    /** Returns true if IGNORE stores something else, without an error, for a value that its column cannot hold. */
    default boolean ignoreChangesValues() {
        return false;
    }

    /** Returns true if the label of a computed column without an alias shows its expression. */
    default boolean labelsShowExpressions() {
        return true;
    }

    /** Returns true if a query may read the rows that a write in it changes: {@code FINAL TABLE (INSERT ...)}. */
    default boolean hasDataChangeTables() {
        return false;
    }

    /** Returns true if MERGE may name the columns that tell rows apart by KEY. */
    default boolean mergesByKey() {
        return false;
    }

    /** Returns true if QUALIFY is a word of its own, and filters a query's rows by the results of its windows. */
    default boolean hasQualify() {
        return false;
    }

    /** Returns true if WITH may stand before an INSERT of a query's rows, as well as before the query. */
    default boolean hasCommonTablesBeforeInsert() {
        return false;
    }

    /** Returns true if a common table expression hides the table of its name; in H2 the table hides the expression. */
    default boolean commonTablesHideTables() {
        return true;
    }

    /**
     * Returns true if a name in ORDER BY means the first select item that has it as its alias or is a column of that
     * name.
     */
    default boolean ordersByColumnsDespiteAliases() {
        return false;
    }

    /**
     * Returns true if a column of the catalog's views is labelled as the query writes its name, and not as the view does.
     */
    default boolean labelsCatalogAsWritten() {
        return false;
    }

    /** Returns true if a computed column without an alias is labelled with its SQL as it was written. */
    default boolean labelsByText() {
        return false;
    }

    /**
     * Returns true if the label of a column without an alias begins with the comments between the item and the comma
     * before it.
     */
    default boolean labelsBeginWithComments() {
        return false;
    }

    /** Returns true if GROUP BY the primary key of a table allows its other columns to be selected. */
    default boolean groupsByPrimaryKey() {
        return true;
    }

    /** Returns true if HAVING may name a select item by its alias. */
    default boolean hasAliasesInHaving() {
        return true;
    }

    /** The function, in upper case, that tells the key which the session's last INSERT generated. */
    default String lastKeyFunction() {
        return "LAST_INSERT_ID";
    }

    /** The variable, in upper case, that tells the same; null if there is none. */
    default @Nullable String lastKeyVariable() {
        return null;
    }

    /** The label of a column that is a call of this function, which is written so in the statement. */
    String lastKeyLabel(String function);
}
