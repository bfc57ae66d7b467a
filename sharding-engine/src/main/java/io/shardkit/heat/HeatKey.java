package io.shardkit.heat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A sharding value.
 *
 * @param columns the sharding column, or several with commas
 * @param value as people read it, shortened if it is long
 */
record HeatKey(String columns, String value) {
    private static final int LONGEST = 200;
    private static final int SHORT = 100;
    private static final int DIGITS = 16;
    private static final Pattern SHORTENED =
            Pattern.compile(".{" + SHORT + "}\\.\\.\\.[0-9a-f]{" + DIGITS + "}", Pattern.DOTALL);

    /** The key of a value; of a long one the beginning and the hash. */
    static HeatKey of(String columns, String value) {
        return new HeatKey(
                columns, value.length() <= LONGEST ? value : value.substring(0, SHORT) + "..." + hash(columns, value));
    }

    /** Returns true if a value that is not hashed is there in full. */
    static boolean isWhole(String value) {
        return value.length() <= LONGEST && !SHORTENED.matcher(value).matches();
    }

    /** The same with the hash of the value in its place. */
    HeatKey hashed() {
        return new HeatKey(columns, hash(columns, value));
    }

    private static String hash(String columns, String value) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest((columns + "=" + value).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }
}
