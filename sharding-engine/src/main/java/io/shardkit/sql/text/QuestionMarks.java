package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;

/** The question marks of a text without parameters, where they are operators or parts of them. */
public final class QuestionMarks {
    private QuestionMarks() {}

    /**
     * The text with two of each, by which the driver tells it from a parameter also where there are none; the text itself
     * if it has no such operator, or cannot be cut into tokens.
     */
    public static String doubled(String sql, Dialect dialect) {
        if (sql.indexOf('?') < 0 || !dialect.text().doublesQuestionMarks()) {
            return sql;
        }
        StringBuilder doubled = new StringBuilder(sql.length() + 8);
        int copied = 0;
        try {
            Tokenizer tokens = new Tokenizer(sql, dialect);
            while (tokens.next()) {
                doubled.append(sql, copied, tokens.start());
                boolean operator = tokens.kind() == Token.Kind.PARAMETER || tokens.kind() == Token.Kind.SYMBOL;
                for (int i = tokens.start(); i < tokens.end(); i++) {
                    doubled.append(sql.charAt(i));
                    boolean single = sql.charAt(i) == '?'
                            && (i == tokens.start() || sql.charAt(i - 1) != '?')
                            && (i + 1 == tokens.end() || sql.charAt(i + 1) != '?');
                    doubled.append(operator && single ? "?" : "");
                }
                copied = tokens.end();
            }
        } catch (SQLException notRead) {
            return sql;
        }
        return doubled.append(sql, copied, sql.length()).toString();
    }
}
