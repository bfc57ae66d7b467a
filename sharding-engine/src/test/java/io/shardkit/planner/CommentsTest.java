package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Seeds;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.options.Limits;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A comment between any two words changes nothing of what a statement does: it is planned as without it, or refused.
 * {@code -Dshardkit.seed=} chooses the places.
 */
class CommentsTest {
    private static final Limits NO_GATHER = Limits.builder()
            .gatherEnabled(false)
            .gatherMaxRows(1)
            .maxMergedRows(1000)
            .maxOffset(1000)
            .build();
    private static final List<String> COMMENTS = List.of("/*+ x */", "/* x */", "-- x\n", "#x\n");

    /** Of statements with a comment, those that may be refused although they are planned without. */
    private static final double MOST_REFUSED = 0.005;

    /** The number of places that are tried in each statement. */
    private static final int PLACES = Effort.of(4);

    /** One statement in so many gets each comment in each of its places. */
    private static final int WHOLE = 40;

    private final List<String> wrong = new ArrayList<>();
    private int planned;
    private int refused;

    @Test
    void aCommentBetweenTwoWordsChangesNothing() throws Exception {
        long seed = Seeds.chosen();
        System.out.println("comments, -Dshardkit.seed=" + seed);
        Random random = Seeds.random(seed);
        List<GoldenCase> goldens = GoldenFiles.read();
        for (int i = 0; i < goldens.size(); i++) {
            GoldenCase golden = goldens.get(i);
            List<Integer> places = places(golden);
            if (places.isEmpty()) {
                continue;
            }
            Map<String, Object> expected = print(golden, golden.sql());
            if (i % WHOLE == 0) {
                for (int place : places) {
                    for (String comment : COMMENTS) {
                        check(golden, expected, comment, place);
                    }
                }
            }
            for (int n = 0; n < PLACES; n++) {
                String comment = COMMENTS.get(random.nextInt(COMMENTS.size()));
                check(golden, expected, comment, places.get(random.nextInt(places.size())));
            }
        }
        System.out.println(planned + " were planned, " + refused + " refused for the comment");
        assertThat(wrong).isEmpty();
        assertThat(planned).isGreaterThan(1_000 * PLACES);
        assertThat(refused).isLessThan((int) (MOST_REFUSED * planned));
    }

    private void check(GoldenCase golden, Map<String, Object> expected, String comment, int place) throws SQLException {
        if (comment.startsWith("#") && !golden.dialect().text().hashStartsComment()) {
            return;
        }
        String sql =
                golden.sql().substring(0, place) + " " + comment + golden.sql().substring(place);
        Map<String, Object> seen = print(golden, sql);
        assertThat(seen.get("refuse")).as(sql).isNotEqualTo("UNEXPECTED_FAILURE");
        if (seen.containsKey("refuse") && !expected.containsKey("refuse")) {
            System.out.println("refused: " + golden.dialect() + " " + sql + ": " + seen);
            refused++;
            return;
        }
        planned++;
        if (!stripped(seen).equals(stripped(expected))) {
            wrong.add(golden.dialect() + ": " + sql + "\n  " + seen + "\n  instead of " + expected);
        }
    }

    private Map<String, Object> print(GoldenCase golden, String sql) throws SQLException {
        // A rule of its own, so that the keys that it makes are the same.
        ShardingRule rule = OrderTables.rule();
        return new GoldenPrint(rule)
                .print(
                        new Planner(rule, OrderTables.catalog(), golden.dialect(), NO_GATHER).plan(sql),
                        new Planner(rule, OrderTables.catalog(), golden.dialect(), Limits.DEFAULTS).plan(sql),
                        golden.params());
    }

    /**
     * Returns the offsets where a comment may stand: between two tokens that are not one word or literal in two parts,
     * and not after two minus signs, which begin a comment themselves on MySQL when a blank follows.
     */
    private static List<Integer> places(GoldenCase golden) {
        List<Integer> places = new ArrayList<>();
        try {
            Token before = null;
            for (Token token : Tokenizer.tokenize(golden.sql(), golden.dialect())) {
                boolean beside = before != null && before.end() == token.start();
                boolean literal = token.kind() == Token.Kind.STRING || token.kind() == Token.Kind.QUOTED;
                if ((!beside || !literal) && !golden.sql().startsWith("--", token.start() - 2)) {
                    places.add(token.start());
                }
                before = token;
            }
        } catch (SQLException unread) {
            return List.of();
        }
        return places;
    }

    private static String stripped(Map<String, Object> print) {
        String text = String.valueOf(print);
        for (String comment : COMMENTS) {
            text = text.replace(comment, "");
        }
        return text.replaceAll("\\s+", "");
    }
}
