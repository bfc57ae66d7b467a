package io.shardkit.sql.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.differential.Seeds;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text whose shape is known from another gets the shape that its own tokens give it. */
class NormalizedTextsTest {
    private static final int ROUNDS = 20_000;

    private static final List<String> KNOWN = List.of(
            "SELECT a FROM t WHERE a = 5 AND b < 'x' ORDER BY a LIMIT 3",
            "SELECT a FROM t WHERE a=5 AND b<>'x'AND c>7",
            "SELECT a, 7 FROM t WHERE a IN (1, 2,'z') AND b NOT BETWEEN -5 AND 1.5 OR c LIKE 'x%'",
            "SELECT a FROM t WHERE b BETWEEN 5 AND 7 OR c NOT LIKE 'x'",
            "SELECT a FROM t WHERE b IN (SELECT b FROM u WHERE c = 7 FOR UPDATE)",
            "SELECT a FROM t1 WHERE k = 5",
            "SELECT a FROM t2 WHERE k = 5 -- 6\n AND b = 7",
            "UPDATE t SET a = 1, b ='x', c = c + 1 WHERE k = 3 /* 4 */ AND d <= '2026-11-22'",
            "DELETE FROM t WHERE k = 3",
            "INSERT INTO t (a, b) VALUES (1, 'x'), (-2,?), (NOW(3), 4)");

    private static final List<String> TEXTS = new ArrayList<>(KNOWN);

    static {
        // A literal without a space, and a sign apart from its number, are read by their tokens only.
        TEXTS.add("SELECT a FROM t WHERE b = 5 AND c LIKE'x'");
        TEXTS.add("SELECT a FROM t WHERE a = ? AND b = - 5 AND c = ? AND d = '?'");
    }

    private static final String[] LITERALS = {
        "0",
        "17",
        "-3",
        "- 3",
        "1.50",
        "-0.5",
        ".5",
        "5.",
        "1.2.3",
        "1e3",
        "0x1F",
        "999999999999999999",
        "9999999999999999999",
        "'y'",
        "''",
        "'it''s'",
        "'back\\slash'",
        "'é'",
        "'a' 'b'",
        "\"q\"",
        "N'n'",
        "E'e'",
        "TRUE",
        "NULL",
        "?",
        "5x",
        "--5",
        "+5",
        "$5",
        "@v",
        "(5)",
        "'o' COLLATE c",
        "5 + 1"
    };

    private static final String[] EDITS = {
        " ", "'", "5", "-", ".", "e", "x", "--", "/*", "*/", "\\", "=", "<", ",", "(", ")", " LIKE", "\n", "é", "?",
        "@", "\"", "`", "#", "$", "E", "LIKE"
    };

    @Test
    void knownShapesAreThoseOfTheTokens() throws SQLException {
        long seed = Seeds.chosen();
        System.out.println("known shapes, -Dshardkit.seed=" + seed);
        Random random = new Random(seed);
        for (Dialect dialect : List.of(Dialect.H2, Dialect.MARIADB, Dialect.POSTGRESQL)) {
            NormalizedTexts shapes = new NormalizedTexts(dialect);
            Map<String, Integer> known = new TreeMap<>();
            for (int i = 0; i < ROUNDS; i++) {
                String text = TEXTS.get(random.nextInt(TEXTS.size()));
                KnownSql before = seenBefore(shapes, text);
                String other = changed(text, random);
                NormalizedSql expected = SqlNormalizer.read(other, dialect);
                NormalizedSql shape = shapes.of(other);
                assertThat(told(shape)).as(other).isEqualTo(told(expected));
                if (shape != null && shape.known() == before) {
                    known.merge(text, 1, Integer::sum);
                }
            }
            assertThat(known.keySet()).as("known without their tokens").containsAll(KNOWN);
        }
    }

    private static @Nullable KnownSql seenBefore(NormalizedTexts shapes, String text) {
        NormalizedSql shape = shapes.of(text);
        return shape == null ? null : shape.known();
    }

    private static String changed(String text, Random random) {
        String changed = text;
        for (int i = random.nextInt(3); i >= 0; i--) {
            List<int[]> literals = new ArrayList<>();
            for (int at = 1; at < changed.length(); at++) {
                if ("' =<>(,".indexOf(changed.charAt(at - 1)) >= 0 && "0123456789'-".indexOf(changed.charAt(at)) >= 0) {
                    int end = at + 1;
                    while (end < changed.length() && " ,)A\n".indexOf(changed.charAt(end)) < 0) {
                        end++;
                    }
                    literals.add(new int[] {at, end});
                }
            }
            if (!literals.isEmpty() && random.nextInt(8) > 0) {
                int[] place = literals.get(random.nextInt(literals.size()));
                changed = changed.substring(0, place[0])
                        + LITERALS[random.nextInt(LITERALS.length)]
                        + changed.substring(place[1]);
            } else {
                int at = random.nextInt(changed.length() + 1);
                int removed = random.nextInt(2);
                changed = changed.substring(0, at)
                        + EDITS[random.nextInt(EDITS.length)]
                        + changed.substring(Math.min(changed.length(), at + removed));
            }
        }
        return changed;
    }

    /** All that a shape says of a text. */
    private static List<Object> told(@Nullable NormalizedSql shape) throws SQLException {
        List<Object> told = new ArrayList<>();
        if (shape == null) {
            return told;
        }
        told.add(shape.text());
        told.add(shape.parameterCount());
        Parameters user = new Parameters(shape.parameterCount());
        for (int i = 0; i < shape.parameterCount(); i++) {
            user.setString(i, "the user's " + i);
        }
        Parameters all = shape.parameters(user);
        for (int i = 0; i < all.size(); i++) {
            told.add(all.isLong(i));
            told.add(String.valueOf(all.value(i)));
        }
        NormalizedSql.Filled filled = shape.fill(shape.text(), null);
        told.add(filled.text());
        for (int source : filled.sources()) {
            told.add(source);
        }
        return told;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a FROM t WHERE a = 17 AND b < ''",
                "SELECT a FROM t WHERE a = 'five' AND b < -0.5",
                "SELECT a FROM t WHERE a = 999999999999999999 AND b < 'é'"
            })
    void textsThatDifferInPlainLiteralsAreKnown(String sql) {
        NormalizedTexts shapes = new NormalizedTexts(Dialect.MARIADB);
        KnownSql known = seenBefore(shapes, "SELECT a FROM t WHERE a = 5 AND b < 'x'");
        assertThat(seenBefore(shapes, sql)).isNotNull().isSameAs(known);
    }

    @Test
    void placesInTextsForShardsAreFoundForEachOfThem() throws SQLException {
        NormalizedTexts shapes = new NormalizedTexts(Dialect.H2);
        for (int table = 0; table < 20; table++) {
            NormalizedSql shape =
                    shapes.of("SELECT a FROM t WHERE a = " + table + " AND b = '" + table + "?' AND c = ?");
            assertThat(shape).isNotNull();
            String actual = "SELECT a FROM t_" + "x".repeat(table) + " WHERE a = ? AND b = ? AND c = ?";
            NormalizedSql.Filled filled = shape.fill(actual, null);
            assertThat(filled.text())
                    .isEqualTo("SELECT a FROM t_" + "x".repeat(table) + " WHERE a = " + table + " AND b = '" + table
                            + "?' AND c = ?");
            assertThat(filled.sources()).containsExactly(0);
        }
    }
}
