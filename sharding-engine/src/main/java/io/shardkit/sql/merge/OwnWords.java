package io.shardkit.sql.merge;

import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Words;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds in a MERGE what a database could answer otherwise than another one with the same rows. */
final class OwnWords {
    private static final Set<String> CLAUSES = Words.of(
            """
            ALL AND AS BETWEEN BY CASE DELETE DO DUAL ELSE END FALSE FROM IN INSERT INTO IS KEY LIKE MATCHED MERGE
            NOT NOTHING NULL ON OR SELECT SET THEN TRUE UNION UPDATE USING VALUES WHEN""");

    private static final Set<String> TYPES = Words.of(
            """
            ARRAY BIGINT BINARY BLOB BOOL BOOLEAN BYTEA CHAR CHARACTER CLOB DATE DEC DECIMAL DOUBLE FLOAT INT INTEGER
            JSON JSONB LARGE NUMERIC OBJECT PRECISION REAL SMALLINT TEXT TIME TIMESTAMP TIMESTAMPTZ TINYINT UUID
            VARBINARY VARCHAR VARYING WITH WITHOUT ZONE""");

    private final SqlText text;
    private final Set<String> names;

    /** @param names in lower case, of the tables and of the columns that are no database's own */
    OwnWords(SqlText text, Set<String> names) {
        this.text = text;
        this.names = names;
    }

    /** The first of them, or null if there is none. */
    @Nullable String first() {
        for (int i = 0; i < text.size(); i++) {
            if (!isCommon(i)) {
                return text.string(i);
            }
        }
        return null;
    }

    private boolean isCommon(int i) {
        return switch (text.token(i).kind()) {
            case WORD -> text.is(i + 1, "(") ? isCommonCall(i) : isCommonWord(i);
            case QUOTED -> names.contains(text.name(i));
            case STRING, NUMBER, PARAMETER, SYMBOL -> true;
        };
    }

    /**
     * Returns true if the name before a parenthesis is common to all databases: also the table before its columns, and a
     * type before its length.
     */
    private boolean isCommonCall(int i) {
        return isCommonWord(i) || (!text.is(i - 1, ".") && Functions.isDeterministic(text.name(i)));
    }

    private boolean isCommonWord(int i) {
        String name = text.name(i);
        if (text.is(i - 1, ".")) {
            return names.contains(name);
        }
        String word = text.word(i);
        return CLAUSES.contains(word)
                || TYPES.contains(word)
                || (names.contains(name) && !Functions.isCallWithoutParentheses(name));
    }
}
