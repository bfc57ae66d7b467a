package io.shardkit.move.table;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Columns, keys, indexes and constraints of a table, without names that two tables cannot both have. Immutable.
 *
 * @param lines what the table is, one part in each
 * @param statements make an empty table like it; {@link #TABLE} stands for its quoted name, {@link #NAME} for the name that
 *     others are made of, and {@link #optionalName} for one that is left out if it is in use
 * @param foreignKeys those of the table, which are in neither of the others; empty where none moves
 */
record TableStructure(List<String> lines, List<String> statements, List<ForeignKey> foreignKeys) {
    static final String TABLE = "\u0001";
    static final String NAME = "\u0002";

    private static final String OPTIONAL = "\u0003";
    private static final Pattern NAMED = Pattern.compile(OPTIONAL + "(.*?)" + OPTIONAL + "(.*?)" + OPTIONAL);

    TableStructure {
        lines = List.copyOf(lines);
        statements = List.copyOf(statements);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /** Returns the same table with these foreign keys. */
    TableStructure with(List<ForeignKey> keys) {
        return new TableStructure(lines, statements, keys);
    }

    /** A name of a key or an index, which the database chooses if it is in use where the table is made. */
    static String optionalName(String before, String name) {
        return OPTIONAL + before + OPTIONAL + name + OPTIONAL;
    }

    /**
     * Returns the statements for a table.
     *
     * @param quoted the table's quoted name
     * @param inUse names that are left out
     */
    List<String> statements(String quoted, Set<String> inUse, UnaryOperator<String> quoting) {
        String beginning = quoted.substring(0, quoted.length() - 1);
        return statements.stream()
                .map(each -> NAMED.matcher(each)
                        .replaceAll(found -> inUse.contains(found.group(2))
                                ? ""
                                : Matcher.quoteReplacement(found.group(1) + " " + quoting.apply(found.group(2)))))
                .map(each -> each.replace(TABLE, quoted).replace(NAME, beginning))
                .toList();
    }

    /** Returns the hash of the lines and of what is lasting of the foreign keys. */
    String hash() {
        List<String> all = new ArrayList<>(lines);
        foreignKeys.stream().map(ForeignKey::lasting).sorted().forEach(all::add);
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(String.join("\n", all).getBytes(StandardCharsets.UTF_8)))
                    .substring(0, 32);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Returns the lines that only one of the two has, in words. */
    List<String> differences(TableStructure target) {
        List<String> missing = new ArrayList<>(lines);
        target.lines.forEach(missing::remove);
        List<String> more = new ArrayList<>(target.lines);
        lines.forEach(more::remove);
        List<String> differences = new ArrayList<>();
        missing.forEach(line -> differences.add("only the source has: " + line.strip()));
        more.forEach(line -> differences.add("only the target has: " + line.strip()));
        return differences;
    }
}
