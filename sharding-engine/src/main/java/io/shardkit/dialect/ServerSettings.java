package io.shardkit.dialect;

import io.shardkit.dialect.facts.NullOrder;
import org.jspecify.annotations.Nullable;

/**
 * The facts that depend on the settings of a database, and not on its kind.
 *
 * @param nullOrder where NULL sorts when a statement does not say
 * @param exactNames whether the name of a table without quotes means only the table with exactly these letters
 * @param exactQuotedNames whether the name of a table in quotes means only the table with exactly these letters
 * @param stored the letters in which a name without quotes is kept
 * @param offset the offset from UTC by which all sessions read strings as instants, as {@code +00:00}; null if the offset
 *     is not the same at all times
 */
public record ServerSettings(
        NullOrder nullOrder, boolean exactNames, boolean exactQuotedNames, NameCase stored, @Nullable String offset) {

    /** Returns the settings of a database of this kind about which nothing is known. */
    public static ServerSettings of(Dialect dialect) {
        return new ServerSettings(dialect.nullOrder(), false, false, NameCase.AS_WRITTEN, null);
    }

    /** The same with this offset of all sessions. */
    public ServerSettings withOffset(@Nullable String common) {
        return new ServerSettings(nullOrder, exactNames, exactQuotedNames, stored, common);
    }

    /** Returns the settings on which two databases agree: a name is exact if it is exact in one of them. */
    public ServerSettings with(ServerSettings other) {
        return new ServerSettings(
                nullOrder,
                exactNames || other.exactNames,
                exactQuotedNames || other.exactQuotedNames,
                stored == other.stored ? stored : NameCase.AS_WRITTEN,
                offset != null && offset.equals(other.offset) ? offset : null);
    }
}
