package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.ClauseRules;
import java.util.Locale;

/** Clauses and operators of H2. */
final class H2Clauses implements ClauseRules {

    @Override
    public boolean limitsInAnyOrder() {
        return false;
    }

    /** Its modes of other databases lack LIMIT where these do. */
    @Override
    public String firstRows(String count) {
        return "FETCH FIRST " + count + " ROWS ONLY";
    }

    @Override
    public boolean limitsWrites(boolean fetch) {
        return true;
    }

    @Override
    public boolean ordersUpdates() {
        return false;
    }

    @Override
    public boolean ignoresNestedOffset() {
        return false;
    }

    @Override
    public boolean assignsInTurn() {
        return false;
    }

    @Override
    public boolean hasTop() {
        return true;
    }

    @Override
    public boolean hasLimitAll() {
        return false;
    }

    @Override
    public boolean limitHasTwoNumbers() {
        return true;
    }

    @Override
    public boolean takesAnyRow() {
        return false;
    }

    @Override
    public boolean limitHasParentheses() {
        return true;
    }

    @Override
    public boolean limitIsUnsigned() {
        return false;
    }

    @Override
    public boolean offsetAloneNeedsRows() {
        return false;
    }

    @Override
    public boolean hasModOperator() {
        return false;
    }

    @Override
    public boolean hasArrays() {
        return true;
    }

    @Override
    public boolean ordersGroups() {
        return false;
    }

    @Override
    public boolean hasInheritance() {
        return false;
    }

    @Override
    public boolean hasNullTests() {
        return false;
    }

    @Override
    public boolean hasSlices() {
        return false;
    }

    @Override
    public boolean namesArguments() {
        return false;
    }

    @Override
    public boolean operatorsShareStrength() {
        return false;
    }

    @Override
    public boolean crossJoinsHaveConditions() {
        return false;
    }

    @Override
    public boolean hasInlineIndexes() {
        return true;
    }

    @Override
    public boolean hasMemberOf() {
        return false;
    }

    @Override
    public boolean hasEmptySelectLists() {
        return false;
    }

    @Override
    public boolean offsetMayBeName() {
        return false;
    }

    @Override
    public boolean namesInsertedRows() {
        return false;
    }

    @Override
    public boolean replaceDeletes() {
        return false;
    }

    @Override
    public boolean ignoreChangesValues() {
        return false;
    }

    @Override
    public boolean mergesByKey() {
        return true;
    }

    @Override
    public boolean hasQualify() {
        return true;
    }

    @Override
    public boolean hasDataChangeTables() {
        return true;
    }

    @Override
    public boolean labelsShowExpressions() {
        return true;
    }

    @Override
    public boolean hasCommonTablesBeforeInsert() {
        return false;
    }

    @Override
    public boolean commonTablesHideTables() {
        return false;
    }

    @Override
    public boolean ordersByColumnsDespiteAliases() {
        return true;
    }

    @Override
    public boolean labelsByText() {
        return false;
    }

    @Override
    public boolean labelsBeginWithComments() {
        return false;
    }

    @Override
    public boolean groupsByPrimaryKey() {
        return false;
    }

    @Override
    public boolean hasAliasesInHaving() {
        return true;
    }

    @Override
    public String lastKeyFunction() {
        return "LAST_INSERT_ID";
    }

    @Override
    public String lastKeyLabel(String function) {
        return function.toUpperCase(Locale.ROOT) + "()";
    }
}
