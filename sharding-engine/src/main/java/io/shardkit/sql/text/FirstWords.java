package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The first words of SQL that need not be readable. */
public final class FirstWords {
    private FirstWords() {}

    /** Returns at most so many words, in upper case; of SQL without tokens the runs of letters, digits and underscores. */
    public static List<String> of(String sql, Dialect dialect, int count) {
        List<String> words = new ArrayList<>();
        try {
            for (Token token : Tokenizer.tokenizeUnread(sql, dialect)) {
                if (token.kind() == Token.Kind.WORD) {
                    words.add(sql.substring(token.start(), token.end()));
                }
            }
        } catch (SQLException unreadable) {
            words = runs(sql);
        }
        return words.stream()
                .limit(count)
                .map(word -> word.toUpperCase(Locale.ROOT))
                .toList();
    }

    private static List<String> runs(String sql) {
        List<String> runs = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= sql.length(); i++) {
            boolean inside = i < sql.length() && (Character.isLetterOrDigit(sql.charAt(i)) || sql.charAt(i) == '_');
            if (!inside) {
                if (i > start) {
                    runs.add(sql.substring(start, i));
                }
                start = i + 1;
            }
        }
        return runs;
    }
}
