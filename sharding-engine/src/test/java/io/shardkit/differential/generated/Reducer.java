package io.shardkit.differential.generated;

import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.fixture.Comparison;
import io.shardkit.differential.fixture.Fixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing statement shorter as long as it fails: leaves out runs of words, long ones first, which keep the
 * parentheses balanced. A parameter goes with its {@code ?}.
 */
final class Reducer {
    private static final Pattern WORD =
            Pattern.compile("'(?:[^']|'')*'|\"[^\"]*\"|`[^`]*`|[\\w.]+|<=|>=|<>|!=|\\|\\||\\S");

    /** The maximum number of statements to try. */
    private static final int TRIALS = 1500;

    private final Predicate<Sql> fails;
    private int trials;

    /** For statements of which the predicate says whether they still fail, in the same way. */
    Reducer(Predicate<Sql> fails) {
        this.fails = fails;
    }

    /** For queries that are answered wrongly; ones that one database rejects, or orders less, do not count. */
    static Reducer ofQueries(Fixture fixture, Ordering ordering) {
        return new Reducer(sql -> {
            try {
                Comparison comparison = Comparison.ofQuery(fixture, sql, orderingOf(sql, ordering));
                return comparison.verdict() instanceof Wrong && !(comparison.expected() instanceof Failure);
            } catch (java.sql.SQLException e) {
                return false;
            }
        });
    }

    /**
     * Returns the ordering of reduced SQL: without ORDER BY a total order may be none, and the keys are no longer those
     * columns.
     */
    static Ordering orderingOf(Sql sql, Ordering ordering) {
        String text = sql.text().toUpperCase(Locale.ROOT);
        boolean ordered = text.contains("ORDER BY");
        return ordered ? ordering : new Ordering(false, List.of(), text.contains("LIMIT"));
    }

    Sql reduce(Sql sql) {
        Sql literal = sql.withLiterals();
        Sql current = !sql.parameters().isEmpty() && fails.test(literal) ? literal : sql;
        List<Word> words = words(current);
        int tail = orderBy(words);
        boolean shorter = true;
        while (shorter) {
            shorter = false;
            for (int length = words.size() - 1; length > 0; length = length * 3 / 4) {
                for (int start = 0; start + length <= words.size(); start++) {
                    // The order by which rows are compared stays as it is.
                    boolean inTail = tail >= 0 && start + length > tail && !isLimit(words, start);
                    List<Word> fewer = inTail ? null : without(words, start, length);
                    if (fewer != null && trials++ < TRIALS && fails.test(sql(fewer))) {
                        words = fewer;
                        tail = orderBy(words);
                        shorter = true;
                        start--;
                    }
                }
            }
            List<Word> bare = withoutParentheses(words);
            shorter |= bare.size() < words.size();
            words = bare;
            tail = orderBy(words);
        }
        return sql(words);
    }

    private List<Word> withoutParentheses(List<Word> words) {
        List<Word> current = words;
        for (int i = 0; i < current.size(); i++) {
            if (current.get(i).text().equals("(")) {
                List<Word> fewer = new ArrayList<>(current);
                fewer.remove(closing(current, i));
                fewer.remove(i);
                if (trials++ < TRIALS && fails.test(sql(fewer))) {
                    current = fewer;
                    i--;
                }
            }
        }
        return current;
    }

    private static int closing(List<Word> words, int opening) {
        int depth = 0;
        int i = opening;
        while (i < words.size() - 1) {
            String text = words.get(i).text();
            depth += text.equals("(") ? 1 : text.equals(")") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
            i++;
        }
        return i;
    }

    /**
     * A word and where it stood.
     *
     * @param index the how many-th word it was
     * @param glued whether nothing stood between it and the word before
     */
    private record Word(String text, int index, boolean glued, boolean parameter, @Nullable Object value) {}

    private static List<Word> words(Sql sql) {
        List<Word> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(sql.text());
        int next = 0;
        int end = -1;
        while (matcher.find()) {
            boolean parameter = matcher.group().equals("?");
            words.add(new Word(
                    matcher.group(),
                    words.size(),
                    matcher.start() == end,
                    parameter,
                    parameter ? sql.parameters().get(next++) : null));
            end = matcher.end();
        }
        return words;
    }

    private static Sql sql(List<Word> words) {
        StringBuilder text = new StringBuilder();
        List<@Nullable Object> parameters = new ArrayList<>();
        int before = -1;
        for (Word word : words) {
            boolean glued = text.isEmpty() || (word.glued() && word.index() == before + 1);
            text.append(glued ? "" : " ").append(word.text());
            if (word.parameter()) {
                parameters.add(word.value());
            }
            before = word.index();
        }
        return new Sql(text.toString(), parameters);
    }

    private static int orderBy(List<Word> words) {
        int depth = 0;
        for (int i = words.size() - 2; i >= 0; i--) {
            String text = words.get(i).text();
            depth += text.equals(")") ? 1 : text.equals("(") ? -1 : 0;
            if (depth == 0
                    && text.equalsIgnoreCase("ORDER")
                    && words.get(i + 1).text().equalsIgnoreCase("BY")) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isLimit(List<Word> words, int start) {
        String text = words.get(start).text();
        return text.equalsIgnoreCase("LIMIT") || text.equalsIgnoreCase("OFFSET");
    }

    private static @Nullable List<Word> without(List<Word> words, int start, int length) {
        int depth = 0;
        for (Word word : words.subList(start, start + length)) {
            depth += word.text().equals("(") ? 1 : word.text().equals(")") ? -1 : 0;
            if (depth < 0) {
                return null;
            }
        }
        if (depth != 0) {
            return null;
        }
        List<Word> fewer = new ArrayList<>(words.subList(0, start));
        fewer.addAll(words.subList(start + length, words.size()));
        return fewer;
    }
}
