package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Writes comments that the server runs, such as the {@code 40101} ones of a dump, as what the server reads: without the
 * signs around them where each version runs them, and as nothing where none does. Where that is not certain a comment
 * stays, and the text is refused for it.
 */
public final class ExecutedComments {
    private ExecutedComments() {}

    /** The text without such comments; itself if there are none. */
    public static String opened(String sql, Dialect dialect) {
        TextRules rules = dialect.text();
        if (!rules.executesComments() || (!sql.contains("/*!") && !sql.contains("/*M!"))) {
            return sql;
        }
        @Nullable String opened = sql;
        for (int at = next(opened, dialect); at >= 0; at = next(opened, dialect)) {
            int inside = endOfMark(opened, at + 2);
            int close = opened.indexOf("*/", inside);
            String mark = opened.substring(at + 2, inside);
            if (rules.runsCommentAlways(mark) && mayRun(opened.substring(inside, close), dialect)) {
                String run = opened.substring(inside, close);
                opened = replaced(opened, at, run + end(opened, at, run, close + 2, rules), close + 2);
            } else if (rules.runsCommentNever(mark)) {
                opened = replaced(opened, at, "", close + 2);
            } else {
                return sql;
            }
            if (opened == null) {
                return sql;
            }
        }
        return opened.strip();
    }

    /** The offset of the first such comment, or -1 if there is none or the text before it cannot be read. */
    private static int next(String sql, Dialect dialect) {
        Tokenizer tokens = new Tokenizer(sql, dialect);
        try {
            boolean more;
            do {
                more = tokens.next();
            } while (more);
            return -1;
        } catch (SQLException refused) {
            boolean comment = refused instanceof ShardingException known
                    && known.errorCode() == ErrorCode.EXECUTABLE_COMMENT
                    && sql.startsWith("/*", tokens.position());
            return comment ? tokens.position() : -1;
        }
    }

    /** Returns what the server reads for the end of an executed comment before what follows: a blank, or nothing. */
    private static String end(String sql, int from, String run, int to, TextRules rules) {
        boolean blank = run.isEmpty() ? isBlank(sql, from - 1) : isBlank(run, run.length() - 1);
        return rules.readsBlankForEndOfComment() && !blank && !isBlank(sql, to) ? " " : "";
    }

    private static boolean isBlank(String string, int at) {
        return at < 0 || at >= string.length() || Character.isWhitespace(string.charAt(at));
    }

    private static int endOfMark(String sql, int from) {
        int at = sql.indexOf('!', from) + 1;
        while (Characters.isDigit(sql.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Returns true if the server takes the same end for the comment, and so the same content. */
    private static boolean mayRun(String inside, Dialect dialect) {
        if (inside.contains("/*") || inside.contains("--") || inside.contains("#")) {
            return false;
        }
        try {
            Tokenizer.tokenize(inside, dialect);
            return true;
        } catch (SQLException unread) {
            return false;
        }
    }

    /** The text with something for a comment, as a label shows it; null if parts might be read together then. */
    private static @Nullable String replaced(String sql, int from, String by, int to) {
        String before = sql.substring(0, from);
        String after = sql.substring(to);
        boolean apart = by.isEmpty() ? isApart(before, after) : isApart(before, by) && isApart(by, after);
        return apart ? before + by + after : null;
    }

    private static boolean isApart(String left, String right) {
        return left.isEmpty() || right.isEmpty() || isApart(left.charAt(left.length() - 1)) || isApart(right.charAt(0));
    }

    private static boolean isApart(char character) {
        return Character.isWhitespace(character) || "(),;".indexOf(character) >= 0;
    }
}
