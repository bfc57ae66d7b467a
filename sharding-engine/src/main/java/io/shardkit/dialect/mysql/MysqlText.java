package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.ListedOperators;
import io.shardkit.dialect.facts.TextRules;
import java.util.Set;

/** The tokens of MySQL. */
class MysqlText implements TextRules {
    private static final Set<String> VALUES = Set.of(
            "CURRENT_DATE",
            "CURRENT_ROLE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "CURRENT_USER",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "ROWNUM",
            "UTC_DATE",
            "UTC_TIME",
            "UTC_TIMESTAMP");

    private static final ListedOperators OPERATORS =
            new ListedOperators(Set.of("<=>", "<>", "!=", "<=", ">=", "<<", ">>", "<", ">", "=", "!", "~"));

    @Override
    public boolean backslashEscapes() {
        return true;
    }

    @Override
    public boolean hashStartsComment() {
        return true;
    }

    @Override
    public boolean dashesNeedBlank() {
        return true;
    }

    @Override
    public boolean nestsComments() {
        return false;
    }

    @Override
    public boolean executesComments() {
        return true;
    }

    /** MariaDB leaves out what is for newer versions of MySQL, and dumps name a version that there will never be. */
    @Override
    public boolean runsCommentAlways(String mark) {
        return mark.equals("!") || (mark.length() == 6 && mark.startsWith("!") && mark.compareTo("!50700") < 0);
    }

    @Override
    public boolean readsBlankForEndOfComment() {
        return true;
    }

    @Override
    public boolean runsCommentNever(String mark) {
        return mark.equals("!999999") || mark.equals("M!999999");
    }

    @Override
    public boolean commentsBetweenSemicolons() {
        return false;
    }

    @Override
    public boolean doubleQuotesAreStrings() {
        return true;
    }

    @Override
    public boolean quotesByDollars() {
        return false;
    }

    @Override
    public boolean hasUnicodeEscapes() {
        return false;
    }

    @Override
    public boolean hasIntroducers() {
        return true;
    }

    @Override
    public Set<String> valueWords() {
        return VALUES;
    }

    @Override
    public boolean stringsMayBeAliases() {
        return true;
    }

    @Override
    public boolean hasOctalNumbers() {
        return false;
    }

    @Override
    public boolean radixIsLowerCase() {
        return true;
    }

    @Override
    public boolean groupsDigits() {
        return false;
    }

    @Override
    public boolean isNamed(String written, String name) {
        return written.equals(name);
    }

    @Override
    public int endOfOperator(String sql, int at) {
        return OPERATORS.end(sql, at);
    }
}
