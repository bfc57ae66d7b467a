package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.ClauseRules;

/** Clauses and operators of MySQL. */
class MysqlClauses implements ClauseRules {

    @Override
    public boolean limitsWrites(boolean fetch) {
        return !fetch;
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
    public boolean crossJoinsHaveConditions() {
        return true;
    }

    @Override
    public boolean hasMemberOf() {
        return true;
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
    public boolean labelsByText() {
        return true;
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
