package io.shardkit.sql;

import io.shardkit.dialect.Dialect;
import org.jspecify.annotations.Nullable;

/** The shapes of texts. A text of a shape that was seen lately is known without reading its tokens. Thread-safe. */
public final class Shapes {
    /** A power of two. */
    private static final int REMEMBERED = 256;

    /** Longer texts are not kept; there may be as many as are remembered. */
    private static final int MOST_CHARACTERS = 4096;

    private final Dialect dialect;

    /** By the hash of what stands before the first literal; read and written without order. */
    private final @Nullable KnownShape[] lately = new KnownShape[REMEMBERED];

    /** Of texts for this dialect. */
    public Shapes(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The shape of a text, or null if it has no plain literal or is not one that is known to be safe. */
    public @Nullable Shape of(String sql) {
        int place = hashOfHead(sql) & (REMEMBERED - 1);
        KnownShape known = lately[place];
        Shape shape = known == null ? null : known.match(sql);
        if (shape == null) {
            shape = ShapeReader.read(sql, dialect);
            if (shape != null && sql.length() <= MOST_CHARACTERS) {
                lately[place] = shape.known();
            }
        }
        return shape;
    }

    private static int hashOfHead(String sql) {
        int hash = 0;
        for (int at = 0; at < sql.length() && !KnownShape.startsLiteral(sql, at); at++) {
            hash = 31 * hash + sql.charAt(at);
        }
        return hash ^ (hash >>> 16);
    }
}
