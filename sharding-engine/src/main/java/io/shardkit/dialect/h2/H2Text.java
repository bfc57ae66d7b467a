package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.ListedOperators;
import io.shardkit.dialect.facts.TextRules;
import java.util.Set;

/** The tokens of H2. */
final class H2Text implements TextRules {
    private static final Set<String> VALUES = Set.of(
            "CURRENT_CATALOG",
            "CURRENT_DATE",
            "CURRENT_PATH",
            "CURRENT_ROLE",
            "CURRENT_SCHEMA",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "CURRENT_USER",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "ROWNUM",
            "SESSION_USER",
            "SYSTEM_USER",
            "USER");

    private static final Set<String> SQL_TYPES = Set.of("DATE", "TIME", "TIMESTAMP");
    private static final ListedOperators OPERATORS =
            new ListedOperators(Set.of("<>", "!=", "<=", ">=", "!~", "<", ">", "=", "~"));

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
        return true;
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
        return true;
    }

    @Override
    public boolean quotesByDollars() {
        return true;
    }

    @Override
    public boolean tagsDollars() {
        return false;
    }

    @Override
    public boolean hasEscapeStrings() {
        return false;
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
        return SQL_TYPES;
    }

    @Override
    public Set<String> valueWords() {
        return VALUES;
    }

    @Override
    public boolean joinsStringsOverLinesOnly() {
        return false;
    }

    @Override
    public boolean stringsMayBeAliases() {
        return false;
    }

    @Override
    public boolean doublesQuestionMarks() {
        return false;
    }

    @Override
    public boolean hasVariables() {
        return true;
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
        return true;
    }

    @Override
    public boolean backticksFoldNames() {
        return true;
    }

    @Override
    public boolean isNamed(String written, String name) {
        return written.equalsIgnoreCase(name);
    }

    @Override
    public boolean truthMayBeName() {
        return true;
    }

    @Override
    public boolean tablesNameRows() {
        return false;
    }

    @Override
    public int endOfOperator(String sql, int at) {
        return OPERATORS.end(sql, at);
    }
}
