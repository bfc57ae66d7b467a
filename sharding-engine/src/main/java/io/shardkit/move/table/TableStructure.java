package io.shardkit.move.table;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Columns, keys, indexes and constraints of a table, without names that two tables cannot both have. Immutable.
 *
 * @param lines what the table is, one part in each
 * @param statements make an empty table like it; {@link #TABLE} stands for its quoted name, {@link #NAME} for the name that
 *     others are made of
 */
record TableStructure(List<String> lines, List<String> statements) {
    static final String TABLE = "\u0001";
    static final String NAME = "\u0002";

    TableStructure {
        lines = List.copyOf(lines);
        statements = List.copyOf(statements);
    }

    /** Returns the hash of the lines. */
    String hash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)))
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
