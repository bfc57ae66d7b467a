package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.TextRules;
import java.util.Locale;
import java.util.Set;

/** The tokens of PostgreSQL. */
final class PostgresqlText implements TextRules {
    private static final Set<String> VALUES = Set.of(
            "CURRENT_CATALOG",
            "CURRENT_DATE",
            "CURRENT_ROLE",
            "CURRENT_SCHEMA",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "CURRENT_USER",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "SESSION_USER",
            "SYSTEM_USER",
            "USER");

    private static final Set<String> TYPES = Set.of(
            "DATE",
            "TIME",
            "TIMESTAMP",
            "TIMESTAMPTZ",
            "TIMETZ",
            "JSON",
            "JSONB",
            "UUID",
            "BYTEA",
            "NUMERIC",
            "INET",
            "BIGINT",
            "INTEGER",
            "INT",
            "TEXT",
            "BOOLEAN",
            "BOOL",
            "XML",
            "POINT");

    @Override
    public boolean backslashEscapes() {
        return false;
    }

    @Override
    public boolean hashStartsComment() {
        return false;
    }

    @Override
    public boolean slashesStartComment() {
        return false;
    }

    @Override
    public boolean dashesNeedBlank() {
        return false;
    }

    @Override
    public boolean nestsComments() {
        return true;
    }

    @Override
    public boolean executesComments() {
        return false;
    }

    @Override
    public boolean commentsBetweenSemicolons() {
        return true;
    }

    @Override
    public boolean doubleQuotesAreStrings() {
        return false;
    }

    @Override
    public boolean backticksQuoteNames() {
        return false;
    }

    @Override
    public boolean quotesByDollars() {
        return true;
    }

    @Override
    public boolean tagsDollars() {
        return true;
    }

    @Override
    public boolean hasEscapeStrings() {
        return true;
    }

    @Override
    public boolean hasUnicodeEscapes() {
        return true;
    }

    @Override
    public boolean hasIntroducers() {
        return false;
    }

    @Override
    public Set<String> typesBeforeStrings() {
        return TYPES;
    }

    @Override
    public Set<String> valueWords() {
        return VALUES;
    }

    @Override
    public boolean joinsStringsOverLinesOnly() {
        return true;
    }

    @Override
    public boolean stringsMayBeAliases() {
        return false;
    }

    @Override
    public boolean doublesQuestionMarks() {
        return true;
    }

    @Override
    public boolean hasVariables() {
        return false;
    }

    @Override
    public boolean hasOctalNumbers() {
        return true;
    }

    @Override
    public boolean radixIsLowerCase() {
        return false;
    }

    @Override
    public boolean groupsDigits() {
        return true;
    }

    @Override
    public boolean foldsNamesToUpperCase() {
        return false;
    }

    @Override
    public boolean backticksFoldNames() {
        return false;
    }

    @Override
    public boolean isNamed(String written, String name) {
        return written.toLowerCase(Locale.ROOT).equals(name);
    }

    @Override
    public boolean truthMayBeName() {
        return false;
    }

    @Override
    public boolean tablesNameRows() {
        return true;
    }

    @Override
    public int endOfOperator(String sql, int at) {
        return PostgresqlOperators.end(sql, at);
    }
}
