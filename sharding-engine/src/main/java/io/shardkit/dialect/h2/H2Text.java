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

    private static final ListedOperators OPERATORS =
            new ListedOperators(Set.of("<>", "!=", "<=", ">=", "!~", "<", ">", "=", "~"));

    @Override
    public boolean slashesStartComment() {
        return true;
    }

    @Override
    public Set<String> valueWords() {
        return VALUES;
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
    public int endOfOperator(String sql, int at) {
        return OPERATORS.end(sql, at);
    }
}
