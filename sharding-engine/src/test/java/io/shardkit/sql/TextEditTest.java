package io.shardkit.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.differential.Seeds;
import io.shardkit.error.ShardingException;
import io.shardkit.planner.OrderTables;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.form.LimitForm;
import io.shardkit.sql.statement.ItemLabel;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The text for a shard is the user's own: every token but the names of sharded tables, every comment, hint and blank
 * stays. Holds for each statement of the goldens, as written and with random blanks and comments between its tokens.
 */
class TextEditTest {
    private static final List<String> GAPS =
            List.of(" ", "  ", "\n", "\t", " /* t_order ' ? */ ", " -- t_order ' ? \n");
    private static final int VARIANTS = 8;

    private final ShardMap rule = ShardMap.of(OrderTables.rule());

    @Test
    void onlyTableNamesDiffer() throws Exception {
        long seed = Seeds.chosen();
        System.out.println("text edits, -Dshardkit.seed=" + seed);
        Random random = new Random(seed);
        int edited = 0;
        for (GoldenStatement statement : GoldenStatement.all()) {
            edited += check(statement.sql(), statement.dialect(), seed);
            for (int i = 0; i < VARIANTS; i++) {
                String spaced = spaced(statement, random);
                edited += spaced == null ? 0 : check(spaced, statement.dialect(), seed);
            }
        }
        System.out.println(edited + " texts were edited");
        assertThat(edited).isGreaterThan(2_000);
    }

    private static @Nullable String spaced(GoldenStatement statement, Random random) throws SQLException {
        String sql = statement.sql();
        List<Token> tokens;
        try {
            tokens = Tokenizer.tokenize(sql, statement.dialect());
        } catch (SQLException e) {
            assertThat((Throwable) e).isInstanceOf(ShardingException.class);
            return null;
        }
        StringBuilder spaced = new StringBuilder();
        int at = 0;
        for (Token token : tokens) {
            if (at > 0 && token.start() > at) {
                spaced.append(GAPS.get(random.nextInt(GAPS.size())));
            }
            spaced.append(sql, token.start(), token.end());
            at = token.end();
        }
        return spaced.append(GAPS.get(random.nextInt(GAPS.size()))).toString();
    }

    /** 1 if the statement was edited, 0 if it is refused. */
    private int check(String sql, Dialect dialect, long seed) throws SQLException {
        ParsedStatement parsed;
        try {
            parsed = new SqlParser(rule, OrderTables.catalog(), dialect).parse(sql);
        } catch (SQLException e) {
            assertThat((Throwable) e).as("seed %d: %s", seed, sql).isInstanceOf(ShardingException.class);
            return 0;
        }
        String edited = SqlTemplate.of(parsed).render(use -> "actual_" + use);
        String top = dialect.clauses().hasTop() ? LimitForm.ofTop(new SqlText(sql, dialect)) : null;
        String plain = asSent(top == null ? sql : top, dialect);
        assertThat(restored(edited, plain, dialect, parsed))
                .as("seed %d: %s", seed, edited)
                .isEqualTo(plain);
        return parsed.names().isEmpty() ? 0 : 1;
    }

    /**
     * Returns SQL as it is sent: accepted SQL names its own schema only before tables; a shard's SQL is without the
     * schema, and without a semicolon.
     */
    private static String asSent(String sql, Dialect dialect) throws SQLException {
        List<Token> tokens = Tokenizer.tokenize(sql, dialect);
        StringBuilder plain = new StringBuilder();
        int at = 0;
        for (int i = 0; i + 2 < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (Token.stripQuotes(sql.substring(token.start(), token.end())).equals("shop")) {
                plain.append(sql, at, token.start());
                at = tokens.get(i + 2).start();
            }
        }
        int last = tokens.size();
        while (last > 0 && sql.charAt(tokens.get(last - 1).start()) == ';') {
            last--;
        }
        int end = last < tokens.size() ? tokens.get(last - 1).end() : sql.length();
        return plain.append(sql, at, end).toString();
    }

    /** The edited text with each actual name put back; fails where a name is none that had to be changed. */
    private String restored(String text, String sql, Dialect dialect, ParsedStatement parsed) throws SQLException {
        String edited = text;
        for (Span hint : new SqlText(text, dialect).hints()) {
            String written = text.substring(hint.start(), hint.end());
            edited = edited.replace(
                    written, written.replace("actual_0", parsed.tables().get(0).name()));
        }
        List<String> logical = new ArrayList<>();
        for (Token token : Tokenizer.tokenize(sql, dialect)) {
            String word = sql.substring(token.start(), token.end());
            if (mayBeRenamed(Token.stripQuotes(word))) {
                logical.add(word);
            }
        }
        StringBuilder restored = new StringBuilder();
        int copied = 0;
        int next = 0;
        for (Token token : Tokenizer.tokenize(edited, dialect)) {
            String name = Token.stripQuotes(edited.substring(token.start(), token.end()))
                    .toLowerCase(Locale.ROOT);
            if (name.startsWith("actual_")) {
                int use = Integer.parseInt(name.substring("actual_".length()));
                String written = logical.get(next++);
                assertThat(Token.stripQuotes(written))
                        .isEqualToIgnoringCase(parsed.tables().get(use).name());
                restored.append(edited, copied, token.start()).append(written);
                copied = token.end();
                String label = " " + written;
                boolean kept = parsed.names().stream().anyMatch(each -> each.keepsLabel() && each.use() == use);
                if (kept && edited.startsWith(label, copied)) {
                    copied += label.length();
                }
            } else if (mayBeRenamed(name) && token.start() >= copied) {
                next++;
            }
        }
        String whole = restored.append(edited.substring(copied)).toString();
        if (parsed instanceof ParsedStatement.Query query) {
            for (ItemLabel label : query.labels()) {
                whole = whole.replace(" AS `" + label.label().replace("`", "``") + "`", "");
            }
        }
        return whole;
    }

    /** Single tables are renamed if they have to be copied. */
    private boolean mayBeRenamed(String name) {
        return rule.shardedTable(name) != null || rule.isDeclaredSingle(name);
    }
}
