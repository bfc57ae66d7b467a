package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLStatement;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks that the parser understood the text: its print, parsed and printed again, must not change, and must hold the
 * same names, values, comparisons and clauses as the text. Words that say nothing, and the forms of LIMIT, are left out.
 */
final class StabilityCheck {
    private static final Set<String> SILENT_WORDS =
            Words.of("AS INNER OUTER ASC LIMIT OFFSET FETCH FIRST NEXT ROW ROWS ONLY INTO CROSS RECURSIVE INTEGER INT");
    private static final Set<String> COMPARISONS = Set.of("=", "<", ">", "<=", ">=", "<>", "<=>");

    private StabilityCheck() {}

    static void check(String text, SQLStatement statement, Dialect dialect, Grammar grammar) throws SQLException {
        String once = DruidParser.print(statement);
        String twice;
        try {
            twice = DruidParser.print(DruidParser.parse(once, grammar));
        } catch (SQLException e) {
            if (e instanceof ShardingException coded && coded.errorCode() == ErrorCode.TOO_COMPLEX) {
                throw e;
            }
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "the parser cannot read its own print");
        }
        if (!once.equals(twice)) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "the parser's print changes when it is read again");
        }
        Map<String, Integer> balance = new TreeMap<>();
        count(text, dialect, grammar, balance, 1);
        count(once, dialect, grammar, balance, -1);
        for (Map.Entry<String, Integer> entry : balance.entrySet()) {
            if (entry.getValue() != 0) {
                throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "at " + entry.getKey());
            }
        }
    }

    private static void count(String sql, Dialect dialect, Grammar grammar, Map<String, Integer> balance, int weight)
            throws SQLException {
        SqlText text = new SqlText(sql, dialect);
        boolean words = grammar.printsLogicAsWords();
        for (int i = 0; i < text.size(); i++) {
            if (text.isOneOf(i, "(", ",", ")")) {
                continue;
            }
            String word = text.word(i);
            String counted =
                    switch (text.token(i).kind()) {
                        case WORD -> SILENT_WORDS.contains(word) ? "" : word;
                        case QUOTED -> Token.stripQuotes(word).toUpperCase(Locale.ROOT);
                        case STRING -> word;
                        case NUMBER -> number(word);
                        case PARAMETER -> word;
                        case SYMBOL -> symbol(word, words);
                    };
            if (!counted.isEmpty()) {
                balance.merge(counted, weight, Integer::sum);
            }
        }
    }

    private static String number(String word) {
        try {
            return new BigDecimal(word).stripTrailingZeros().toString();
        } catch (NumberFormatException e) {
            return word.toUpperCase(Locale.ROOT);
        }
    }

    private static String symbol(String symbol, boolean words) {
        if (symbol.equals("!=")) {
            return "<>";
        }
        if (words && symbol.equals("||")) {
            return "OR";
        }
        if (words && symbol.equals("&&")) {
            return "AND";
        }
        return COMPARISONS.contains(symbol) ? symbol : "";
    }
}
