package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.ClauseRules;
import java.util.Locale;

/** Clauses and operators of PostgreSQL. */
final class PostgresqlClauses implements ClauseRules {

    @Override
    public boolean limitsInAnyOrder() {
        return true;
    }

    @Override
    public String firstRows(String count) {
        return "LIMIT " + count;
    }

    @Override
    public boolean limitsWrites(boolean fetch) {
        return false;
    }

    @Override
    public boolean ordersUpdates() {
        return true;
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
        return false;
    }

    @Override
    public boolean hasLimitAll() {
        return true;
    }

    @Override
    public boolean limitHasTwoNumbers() {
        return false;
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
        return true;
    }

    @Override
    public boolean hasNullTests() {
        return true;
    }

    @Override
    public boolean hasSlices() {
        return true;
    }

    @Override
    public boolean namesArguments() {
        return true;
    }

    @Override
    public boolean operatorsShareStrength() {
        return true;
    }

    @Override
    public boolean crossJoinsHaveConditions() {
        return false;
    }

    @Override
    public boolean hasInlineIndexes() {
        return false;
    }

    @Override
    public boolean hasMemberOf() {
        return false;
    }

    @Override
    public boolean hasEmptySelectLists() {
        return true;
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
        return false;
    }

    @Override
    public boolean hasCommonTablesBeforeInsert() {
        return true;
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
        return false;
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
        return false;
    }

    @Override
    public String lastKeyFunction() {
        return "LASTVAL";
    }

    @Override
    public String lastKeyLabel(String function) {
        return function.toLowerCase(Locale.ROOT);
    }
}
