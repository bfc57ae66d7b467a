package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.ClauseRules;

/** Clauses and operators of MySQL. */
class MysqlClauses implements ClauseRules {

    @Override
    public boolean limitsInAnyOrder() {
        return false;
    }

    @Override
    public String firstRows(String count) {
        return "LIMIT " + count;
    }

    @Override
    public boolean limitsWrites(boolean fetch) {
        return !fetch;
    }

    @Override
    public boolean ordersUpdates() {
        return true;
    }

    @Override
    public boolean ignoresNestedOffset() {
        return true;
    }

    @Override
    public boolean assignsInTurn() {
        return true;
    }

    @Override
    public boolean hasTop() {
        return false;
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
        return true;
    }

    @Override
    public boolean limitHasParentheses() {
        return false;
    }

    @Override
    public boolean limitIsUnsigned() {
        return true;
    }

    @Override
    public boolean offsetAloneNeedsRows() {
        return true;
    }

    @Override
    public boolean hasModOperator() {
        return true;
    }

    @Override
    public boolean hasArrays() {
        return false;
    }

    @Override
    public boolean ordersGroups() {
        return true;
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
        return true;
    }

    @Override
    public boolean hasInlineIndexes() {
        return true;
    }

    @Override
    public boolean hasMemberOf() {
        return true;
    }

    @Override
    public boolean hasEmptySelectLists() {
        return false;
    }

    @Override
    public boolean offsetMayBeName() {
        return true;
    }

    @Override
    public boolean namesInsertedRows() {
        return true;
    }

    @Override
    public boolean replaceDeletes() {
        return true;
    }

    @Override
    public boolean ignoreChangesValues() {
        return true;
    }

    @Override
    public boolean mergesByKey() {
        return false;
    }

    @Override
    public boolean hasQualify() {
        return false;
    }

    @Override
    public boolean hasDataChangeTables() {
        return false;
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
        return true;
    }

    @Override
    public boolean ordersByColumnsDespiteAliases() {
        return false;
    }

    @Override
    public boolean labelsByText() {
        return true;
    }

    @Override
    public boolean labelsBeginWithComments() {
        return false;
    }

    @Override
    public boolean groupsByPrimaryKey() {
        return true;
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
    public String lastKeyVariable() {
        return "@@IDENTITY";
    }

    @Override
    public String lastKeyLabel(String function) {
        return function + "()";
    }
}
