package io.shardkit.sql;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text with parameters in the place of its plain literals, so that texts which differ in these only have
 * one plan. Nothing is taken out of a select list, a limit, an order or an expression: there a literal may say more
 * than its value. Immutable.
 */
public final class Shape {
    private final String sql;
    private final String text;
    private final int[] sources;
    private final List<Literal> literals;
    private final int parameterCount;
    private final Dialect dialect;

    /**
     * A literal of the user's text.
     *
     * @param start offset of its first character
     * @param end offset after its last character
     * @param value {@link Long}, {@link java.math.BigDecimal} or String
     */
    record Literal(int start, int end, Object value) {}

    Shape(String sql, Dialect dialect, String text, int[] sources, List<Literal> literals) {
        this.sql = sql;
        this.dialect = dialect;
        this.text = text;
        this.sources = sources;
        this.literals = literals;
        this.parameterCount = sources.length - literals.size();
    }

    /** The shape of a text, or null if it has no plain literal or is not one that is known to be safe. */
    public static @Nullable Shape of(String sql, Dialect dialect) {
        return ShapeReader.read(sql, dialect);
    }

    /** The text with {@code ?} for each plain literal. */
    public String text() {
        return text;
    }

    /** How many parameters the user's text has. */
    public int parameterCount() {
        return parameterCount;
    }

    /** The parameters of the shape's text: the user's, and the values of the literals. */
    public Parameters parameters(Parameters user) {
        Parameters all = new Parameters(sources.length);
        for (int i = 0; i < sources.length; i++) {
            int source = sources[i];
            if (source >= 0) {
                all.copy(i, user, source);
                continue;
            }
            Object value = literals.get(-1 - source).value();
            if (value instanceof Long number) {
                all.setLong(i, number);
            } else {
                all.setObject(i, value);
            }
        }
        return all;
    }

    /**
     * A text for a shard that was made of this shape's text.
     *
     * @param text with the user's literals again
     * @param sources where its parameters come from: the user's parameter, or what it was if it is negative
     */
    public record Filled(String text, int[] sources) {}

    /**
     * Puts the literals back into a text for a shard.
     *
     * @param shardText made of this shape's text
     * @param shardSources where its parameters come from: those of the shape's text, or negative; null if they are those
     *     of the shape's text as they stand
     */
    public Filled fill(String shardText, int @Nullable [] shardSources) throws SQLException {
        StringBuilder filled = new StringBuilder(shardText.length() + sql.length() - text.length() + 16);
        int[] left = new int[shardSources == null ? sources.length : shardSources.length];
        int count = 0;
        int at = 0;
        int parameter = 0;
        for (Token token : Tokenizer.tokenize(shardText, dialect)) {
            if (token.kind() != Token.Kind.PARAMETER) {
                continue;
            }
            int source = shardSources == null ? parameter : shardSources[parameter];
            parameter++;
            int own = source < 0 ? source : sources[source];
            if (source >= 0 && own < 0) {
                Literal literal = literals.get(-1 - own);
                filled.append(shardText, at, token.start()).append(sql, literal.start(), literal.end());
                at = token.end();
            } else {
                left[count++] = own;
            }
        }
        filled.append(shardText, at, shardText.length());
        return new Filled(filled.toString(), Arrays.copyOf(left, count));
    }
}
