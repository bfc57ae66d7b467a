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
    public boolean limitsWrites(boolean fetch) {
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
    public boolean hasInlineIndexes() {
        return false;
    }

    @Override
    public boolean hasEmptySelectLists() {
        return true;
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
