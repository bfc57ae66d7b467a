package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One of the statements of a text.
 *
 * @param sql the statement, without the semicolon
 * @param firstWord its first word, in lower case, after comments and parentheses
 * @param firstParameter how many parameters the statements before it have
 * @param parameters how many it has itself
 */
public record StatementText(String sql, String firstWord, int firstParameter, int parameters) {
    /** First words that cannot begin a block of a routine's language, whose semicolons do not end the statement. */
    private static final Set<String> FIRST_WORDS = Words.of(
            """
            select insert update delete replace merge with values table set truncate call start commit rollback
            savepoint release lock unlock show""");

    private static final Set<String> TRANSACTION = Words.of("start commit rollback savepoint release");

    private static final Set<String> DEFINED = Words.of("table index unique temporary temp view or if");

    /**
     * The statements of a text; those that are empty at its end are left out.
     *
     * @throws SQLException a refusal if it is not certain where each ends
     */
    public static List<StatementText> split(String sql, Dialect dialect) throws SQLException {
        List<StatementText> texts = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        Tokenizer tokenizer = new Tokenizer(sql, dialect);
        int start = 0;
        int before = 0;
        int empty = 0;
        while (tokenizer.next()) {
            Token token = tokenizer.token();
            if (token.kind() != Token.Kind.SYMBOL || sql.charAt(token.start()) != ';') {
                tokens.add(token);
                continue;
            }
            if (tokens.isEmpty()) {
                empty++;
            } else {
                texts.add(of(sql, start, token.start(), tokens, before));
                before += texts.get(texts.size() - 1).parameters();
            }
            tokens.clear();
            start = token.end();
        }
        if (!tokens.isEmpty()) {
            if (empty > 0) {
                throw ShardingExceptions.of(ErrorCode.SEVERAL_STATEMENTS, "an empty one among them");
            }
            texts.add(of(sql, start, sql.length(), tokens, before));
        }
        return texts;
    }

    /** Returns true if the statement begins or ends a transaction, or a part of one. */
    public boolean isOfTransaction() {
        return TRANSACTION.contains(firstWord);
    }

    /** Returns true if the statement gives a setting of the session a value. */
    public boolean isOfSettings() {
        return firstWord.equals("set");
    }

    private static StatementText of(String sql, int start, int end, List<Token> tokens, int before)
            throws SQLException {
        int first = 0;
        while (first < tokens.size() - 1 && sql.charAt(tokens.get(first).start()) == '(') {
            first++;
        }
        String word = lower(tokens.get(first), sql);
        boolean definition = Set.of("create", "drop", "alter").contains(word)
                && first + 1 < tokens.size()
                && DEFINED.contains(lower(tokens.get(first + 1), sql));
        if (!definition && !FIRST_WORDS.contains(word)) {
            throw ShardingExceptions.of(ErrorCode.SEVERAL_STATEMENTS, "among them one that begins with " + word);
        }
        int parameters = (int) tokens.stream()
                .filter(token -> token.kind() == Token.Kind.PARAMETER)
                .count();
        return new StatementText(sql.substring(start, end).stripLeading(), word, before, parameters);
    }

    private static String lower(Token token, String sql) {
        return sql.substring(token.start(), token.end()).toLowerCase(Locale.ROOT);
    }
}
