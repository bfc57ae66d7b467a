package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.regex.Pattern;

/** The question marks of a text without parameters, where they are operators or parts of them. */
public final class QuestionMarks {
    private static final Pattern SINGLE = Pattern.compile("(?<!\\?)\\?(?!\\?)");

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
                String token = sql.substring(tokens.start(), tokens.end());
                boolean operator = tokens.kind() == Token.Kind.PARAMETER || tokens.kind() == Token.Kind.SYMBOL;
                doubled.append(operator ? SINGLE.matcher(token).replaceAll("??") : token);
                copied = tokens.end();
            }
        } catch (SQLException notRead) {
            return sql;
        }
        return doubled.append(sql, copied, sql.length()).toString();
    }
}
