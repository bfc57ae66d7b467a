package io.shardkit.sql.shape;

import io.shardkit.dialect.Dialect;
import org.jspecify.annotations.Nullable;

/** The shapes of statements. A statement of a recently seen shape is recognised without reading its tokens. Thread-safe. */
public final class NormalizedTexts {
    /** By how many hashes shapes are found; a power of two. */
    private static final int HASHES = 64;

    /** The number of shapes that are remembered for a hash; a power of two. */
    private static final int SHARING = 4;

    private final Dialect dialect;

    /** By the hash of what stands before the first literal; read and written without order. */
    private final @Nullable KnownSql[] lately = new KnownSql[HASHES * SHARING];

    /** Creates the shapes for SQL of this dialect. */
    public NormalizedTexts(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The shape of a text, or null if it has no plain literal or is not one that is known to be safe. */
    public @Nullable NormalizedSql of(String sql) {
        int place = (hashOfHead(sql) & (HASHES - 1)) * SHARING;
        for (int i = place; i < place + SHARING; i++) {
            KnownSql known = lately[i];
            NormalizedSql shape = known == null ? null : NormalizedSql.matching(sql, known);
            if (shape != null) {
                return shape;
            }
        }
        NormalizedSql shape = SqlNormalizer.read(sql, dialect);
        if (shape != null && shape.known().canMatch()) {
            lately[place + (shape.text().hashCode() & (SHARING - 1))] = shape.known();
        }
        return shape;
    }

    private static int hashOfHead(String sql) {
        int hash = 0;
        for (int at = 0; at < sql.length() && !KnownSql.startsPlainly(sql, at); at++) {
            hash = 31 * hash + sql.charAt(at);
        }
        return hash ^ (hash >>> 16);
    }
}
