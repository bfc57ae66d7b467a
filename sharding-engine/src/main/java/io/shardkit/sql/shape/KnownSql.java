package io.shardkit.sql.shape;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The part that the statements of one shape share. Another statement of the shape is recognised by its SQL between the
 * literals, without taking tokens: the same characters between literals are the same tokens. Thread-safe.
 */
final class KnownSql {
    /** The characters that end no token to which a literal could belong. */
    static final String BEFORE_LITERALS = " \t\r\n=<>(,";

    /** The length of the longest SQL that is remembered; as many statements may be remembered as there is room for. */
    private static final int MOST_CHARACTERS = 2048;

    /** A power of two. */
    private static final int REMEMBERED = 8;

    private final String text;
    private final Dialect dialect;
    private final int[] order;
    private final int[] marks;
    private final int parameterCount;

    /** The SQL for shards, by hash; read and written without order. */
    private final @Nullable Places[] places = new Places[REMEMBERED];

    /** The offsets of the {@code ?} in the SQL for a shard. */
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

    /** Returns the number of parameters in the user's SQL. */
    int parameterCount() {
        return parameterCount;
    }

    /** For each parameter of the text the user's parameter (0 and up), or negative for a literal; not to be changed. */
    int[] order() {
        return order;
    }

    /** Returns the offsets of the {@code ?} of literals in the SQL; not to be changed. */
    int[] marks() {
        return marks;
    }

    /** Returns true if other statements are matched; SQL that is too long is not kept. */
    boolean canMatch() {
        return text.length() <= MOST_CHARACTERS;
    }

    /** Returns true if a literal seems to start at an offset and cannot belong to the token before. */
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
