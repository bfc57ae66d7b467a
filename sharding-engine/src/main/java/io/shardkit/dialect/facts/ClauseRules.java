package io.shardkit.dialect.facts;

import org.jspecify.annotations.Nullable;

/** Which forms of clauses and operators a database has. Immutable. */
public interface ClauseRules {
    /** Whether LIMIT, OFFSET and FETCH may stand in any order and each in any of its forms. */
    boolean limitsInAnyOrder();

    /**
     * What ends a query after so many rows, in the form that all modes of the database have.
     *
     * @param count a number or a parameter
     */
    String firstRows(String count);

    /**
     * Whether UPDATE and DELETE may end after so many rows.
     *
     * @param fetch by FETCH FIRST, else by LIMIT
     */
    boolean limitsWrites(boolean fetch);

    /** Whether the order of an UPDATE with LIMIT tells which rows it takes; H2 reads the order and ignores it. */
    boolean ordersUpdates();

    /** Whether an OFFSET without a limit skips nothing in a subquery. */
    boolean ignoresNestedOffset();

    /** Whether a value of an UPDATE of one table reads the columns that were assigned before it as they are then. */
    boolean assignsInTurn();

    /** Whether SELECT TOP and a number limits the rows. */
    boolean hasTop();

    /** Whether LIMIT ALL is no limit, and LIMIT NULL neither. */
    boolean hasLimitAll();

    /** Whether LIMIT may have the offset before the count. */
    boolean limitHasTwoNumbers();

    /** Whether a column that is not grouped by may stand beside an aggregate, where it has the value of any row. */
    boolean takesAnyRow();

    /** Whether a number of LIMIT may stand in parentheses. */
    boolean limitHasParentheses();

    /** Whether a number of LIMIT may take all 64 bits. */
    boolean limitIsUnsigned();

    /** Whether OFFSET without LIMIT always has ROW or ROWS. */
    boolean offsetAloneNeedsRows();

    /** Whether MOD may stand between two operands. */
    boolean hasModOperator();

    /** Whether ARRAY is a word of its own, which behind a type makes one of arrays. */
    boolean hasArrays();

    /** Whether a colon stands between the bounds of a slice of an array. */
    boolean hasSlices();

    /** Whether ASC and DESC may stand in GROUP BY, where they order the groups. */
    boolean ordersGroups();

    /** Whether ONLY before a table leaves out the rows of those that inherit from it. */
    boolean hasInheritance();

    /** Whether ISNULL and NOTNULL behind an operand are IS NULL and IS NOT NULL. */
    boolean hasNullTests();

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

    /** Whether MEMBER OF is an operator. */
    boolean hasMemberOf();

    /** Whether nothing may stand between SELECT and FROM. */
    boolean hasEmptySelectLists();

    /** Whether OFFSET is a clause behind the number of LIMIT only, and else may be a name. */
    boolean offsetMayBeName();

    /** Whether REPLACE deletes each row that has a unique key of the row to insert; H2 updates the one with its primary key. */
    boolean replaceDeletes();

    /** Whether IGNORE stores something else, without an error, for what its column cannot hold. */
    boolean ignoreChangesValues();

    /** Whether the label of a computed column without an alias shows its expression. */
    boolean labelsShowExpressions();

    /** Whether a query may read the rows that a write in it changes: {@code FINAL TABLE (INSERT ...)}. */
    boolean hasDataChangeTables();

    /** Whether MERGE may name the columns that tell rows apart by KEY. */
    boolean mergesByKey();

    /** Whether QUALIFY is a word of its own, and ends a query's rows by what its windows tell. */
    boolean hasQualify();

    /** Whether WITH may stand before an INSERT of a query's rows, as well as before the query. */
    boolean hasCommonTablesBeforeInsert();

    /** Whether a common table expression hides the table of its name; in H2 the table hides it. */
    boolean commonTablesHideTables();

    /** Whether a name in ORDER BY means the first select item that has it as its alias or is a column of that name. */
    boolean ordersByColumnsDespiteAliases();

    /** Whether a column of the catalog's views is labelled as the query writes its name, and not as the view does. */
    default boolean labelsCatalogAsWritten() {
        return false;
    }

    /** Whether a computed column without an alias is labelled with its text as it was written. */
    boolean labelsByText();

    /** Whether such a label begins with the comments between the item and the comma before it. */
    boolean labelsBeginWithComments();

    /** Whether GROUP BY the primary key of a table lets its other columns be selected. */
    boolean groupsByPrimaryKey();

    /** Whether HAVING may name a select item by its alias. */
    boolean hasAliasesInHaving();

    /** The function, in upper case, that tells the key which the session's last INSERT generated. */
    String lastKeyFunction();

    /** The variable, in upper case, that tells the same; null if there is none. */
    default @Nullable String lastKeyVariable() {
        return null;
    }

    /** The label of a column that is a call of this function, which is written so in the statement. */
    String lastKeyLabel(String function);
}
