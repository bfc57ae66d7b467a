package io.shardkit.proxy.wire;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The character sets in which clients may talk: those in which a byte below 128 is what it is in ASCII, or the second one
 * of a character.
 */
public final class CharacterSets {
    public static final int BINARY = 63;
    public static final int UTF8MB4 = 45;

    /**
     * A character set.
     *
     * @param name as the server calls it
     * @param charset as Java does
     * @param collation number of its default collation
     * @param bytes how many a character has at most
     */
    public record CharacterSet(String name, Charset charset, int collation, int bytes) {}

    public static final CharacterSet DEFAULT = new CharacterSet("utf8mb4", StandardCharsets.UTF_8, UTF8MB4, 4);

    private static final Map<String, CharacterSet> BY_NAME = Map.ofEntries(
            entry("utf8mb4", "UTF-8", UTF8MB4, 4),
            entry("utf8mb3", "UTF-8", 33, 3),
            entry("utf8", "UTF-8", 33, 3),
            entry("latin1", "windows-1252", 8, 1),
            entry("ascii", "US-ASCII", 11, 1),
            entry("latin2", "ISO-8859-2", 9, 1),
            entry("latin5", "ISO-8859-9", 30, 1),
            entry("greek", "ISO-8859-7", 25, 1),
            entry("hebrew", "ISO-8859-8", 16, 1),
            entry("cp1250", "windows-1250", 26, 1),
            entry("cp1251", "windows-1251", 51, 1),
            entry("koi8r", "KOI8-R", 7, 1),
            entry("euckr", "EUC-KR", 19, 2),
            entry("eucjpms", "EUC-JP", 97, 3),
            entry("ujis", "EUC-JP", 12, 3));

    private CharacterSets() {}

    private static Map.Entry<String, CharacterSet> entry(String name, String java, int collation, int bytes) {
        return Map.entry(
                name,
                new CharacterSet(name.equals("utf8") ? "utf8mb3" : name, Charset.forName(java), collation, bytes));
    }

    /** One by its name, or null if clients cannot talk in it. */
    public static @Nullable CharacterSet byName(String name) {
        return BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the character set of a collation by its number, as clients send it in the handshake; the most common one if
     * the number is not known.
     */
    public static CharacterSet byCollation(int collation) {
        String name =
                switch (collation) {
                    case 5, 8, 15, 31, 47, 48, 49, 94 -> "latin1";
                    case 33, 76, 83 -> "utf8mb3";
                    case 11, 65 -> "ascii";
                    case 2, 9, 21, 27, 77 -> "latin2";
                    case 30, 78 -> "latin5";
                    case 25, 70 -> "greek";
                    case 16, 71 -> "hebrew";
                    case 26, 34, 44, 66, 99 -> "cp1250";
                    case 14, 23, 50, 51, 52 -> "cp1251";
                    case 7, 74 -> "koi8r";
                    case 19, 85 -> "euckr";
                    case 97, 98 -> "eucjpms";
                    case 12, 91 -> "ujis";
                    default -> collation >= 192 && collation <= 223 ? "utf8mb3" : "utf8mb4";
                };
        CharacterSet set = BY_NAME.getOrDefault(name, DEFAULT);
        boolean known = collation > 0 && collation != BINARY;
        return new CharacterSet(set.name(), set.charset(), known ? collation : set.collation(), set.bytes());
    }
}
