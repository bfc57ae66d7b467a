package io.shardkit.dialect;

import io.shardkit.dialect.facts.NullOrder;

/**
 * What settings of a database decide, and not its kind.
 *
 * @param nullOrder where NULL sorts when a statement does not say
 * @param exactNames whether the name of a table without quotes means the one with just these letters
 * @param exactQuotedNames whether a name in quotes does
 * @param stored the letters in which a name without quotes is kept
 */
public record ServerSettings(NullOrder nullOrder, boolean exactNames, boolean exactQuotedNames, NameCase stored) {

    /** Those of a database of this kind about which nothing is known. */
    public static ServerSettings of(Dialect dialect) {
        return new ServerSettings(dialect.nullOrder(), false, false, NameCase.AS_WRITTEN);
    }

    /** Those on which two databases agree: a name is exact if it is so in one of them. */
    public ServerSettings with(ServerSettings other) {
        return new ServerSettings(
                nullOrder,
                exactNames || other.exactNames,
                exactQuotedNames || other.exactQuotedNames,
                stored == other.stored ? stored : NameCase.AS_WRITTEN);
    }
}
