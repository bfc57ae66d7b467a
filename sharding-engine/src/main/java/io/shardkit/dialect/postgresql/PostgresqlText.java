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
    public boolean backticksQuoteNames() {
        return false;
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
    public boolean doublesQuestionMarks() {
        return true;
    }

    @Override
    public boolean hasVariables() {
        return false;
    }

    @Override
    public boolean isNamed(String written, String name) {
        return written.toLowerCase(Locale.ROOT).equals(name);
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
