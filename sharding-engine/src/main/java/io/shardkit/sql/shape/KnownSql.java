package io.shardkit.sql.shape;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of one shape have in common. Another text of the shape is known by what stands between its literals,
 * which takes no tokens: the same characters between literals are the same tokens. Thread-safe.
 */
final class KnownSql {
    /** What no token that a literal could belong to ends with. */
    static final String BEFORE_LITERALS = " \t\r\n=<>(,";

    /** Longer texts are not remembered; there may be as many as there is room for. */
    private static final int MOST_CHARACTERS = 2048;

    /** A power of two. */
    private static final int REMEMBERED = 8;

    private final String text;
    private final Dialect dialect;
    private final int[] order;
    private final int[] marks;
    private final int parameterCount;

    /** By hash, texts for shards; read and written without order. */
    private final @Nullable Places[] places = new Places[REMEMBERED];

    /** Where the {@code ?} of a text for a shard stand. */
    private record Places(String shardText, int[] offsets) {}

    /**
     * @param text with {@code ?} for each plain literal
     * @param order for each parameter of the text the user's parameter (0 and up), or negative for a literal
     * @param marks where in the text the {@code ?} of a literal stands
     * @param parameterCount how many of the parameters are the user's
     */
    KnownSql(String text, Dialect dialect, int[] order, int[] marks, int parameterCount) {
        this.text = text;
        this.dialect = dialect;
        this.order = order;
        this.marks = marks;
        this.parameterCount = parameterCount;
    }

    /** The text with {@code ?} for each plain literal. */
    String text() {
        return text;
    }

    /** How many parameters the user's texts have. */
    int parameterCount() {
        return parameterCount;
    }

    /** For each parameter of the text the user's parameter (0 and up), or negative for a literal; not to be changed. */
    int[] order() {
        return order;
    }

    /** Where in the text the {@code ?} of a literal stands; not to be changed. */
    int[] marks() {
        return marks;
    }

    /** Whether other texts are matched: not too much is kept. */
    boolean canMatch() {
        return text.length() <= MOST_CHARACTERS;
    }

    /** Whether what starts at an offset looks like a literal, and could not belong to what stands before. */
    static boolean startsPlainly(String sql, int at) {
        char first = sql.charAt(at);
        return (first == '\'' || first == '-' || Characters.isDigit(first))
                && at > 0
                && BEFORE_LITERALS.indexOf(sql.charAt(at - 1)) >= 0;
    }

    /** The offsets of the parameters of a text for a shard that was made of this one. */
    int[] places(String shardText) throws SQLException {
        int place = shardText.hashCode() & (REMEMBERED - 1);
        Places known = places[place];
        if (known == null || !known.shardText().equals(shardText)) {
            known = new Places(shardText, found(shardText));
            if (shardText.length() <= MOST_CHARACTERS) {
                places[place] = known;
            }
        }
        return known.offsets();
    }

    private int[] found(String shardText) throws SQLException {
        int[] offsets = new int[order.length];
        int count = 0;
        Tokenizer tokens = new Tokenizer(shardText, dialect);
        while (tokens.next()) {
            if (tokens.kind() == Token.Kind.PARAMETER) {
                if (count == offsets.length) {
                    offsets = Arrays.copyOf(offsets, 2 * count);
                }
                offsets[count++] = tokens.start();
            }
        }
        return Arrays.copyOf(offsets, count);
    }
}
