package io.shardkit.planner;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A comment before a statement that says where it runs: {@code /* sharding: ds=ds1 *}{@code /}.
 *
 * @param dataSource the name that it gives, or null
 * @param scatterAllowed whether the statement may touch any number of units
 */
record HintComment(@Nullable String dataSource, boolean scatterAllowed) {
    private static final Pattern COMMENT = Pattern.compile("\\s*/\\*\\s*(.*?)\\s*\\*/", Pattern.DOTALL);
    private static final String MARK = "sharding:";

    /** The comment of these words, or why it is refused. */
    static Attempt<HintComment> of(String words) {
        String dataSource = null;
        boolean scatter = false;
        for (String part : words.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(0, equals)).strip().toLowerCase(Locale.ROOT);
            String value = part.substring(equals + 1).strip();
            if (name.equals("ds") && !value.isEmpty() && dataSource == null) {
                dataSource = value;
            } else if (name.equals("scatter") && value.equals("allow")) {
                scatter = true;
            } else {
                return Attempt.refused(
                        ErrorCode.HINT_INVALID, "'" + part.strip() + "' is neither ds=<data source> nor scatter=allow");
            }
        }
        return Attempt.done(new HintComment(dataSource, scatter));
    }

    /** What stands in the comment of a text, before which only comments may stand; null if it has none. */
    static @Nullable String words(String sql) {
        Matcher comment = COMMENT.matcher(sql);
        int from = 0;
        while (comment.region(from, sql.length()).lookingAt()) {
            String text = comment.group(1);
            if (text.regionMatches(true, 0, MARK, 0, MARK.length())) {
                return text.substring(MARK.length());
            }
            from = comment.end();
        }
        return null;
    }
}
