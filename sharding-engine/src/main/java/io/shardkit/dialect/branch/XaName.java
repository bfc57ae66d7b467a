package io.shardkit.dialect.branch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The name of a branch that a transaction manager has given. Immutable.
 *
 * @param format its number for the format of its names
 * @param global of the transaction, as hexadecimal digits
 * @param qualifier of the branch, as hexadecimal digits
 */
public record XaName(int format, String global, String qualifier) implements BranchName, Xid {
    private static final HexFormat HEX = HexFormat.of();
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final String PREFIX = "xa.";
    private static final Pattern TEXT = Pattern.compile("xa\\.(-?\\d{1,10})\\.([\\w-]*)\\.([\\w-]*)");

    /** A name of this kind with the parts of another. */
    public static XaName of(Xid xid) {
        return of(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
    }

    private static XaName of(int format, byte[] global, byte[] qualifier) {
        return new XaName(format, HEX.formatHex(global), HEX.formatHex(qualifier));
    }

    /** The branch that has this text, or null if it is another's. */
    public static @Nullable XaName parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Matcher parts = TEXT.matcher(text);
        try {
            return parts.matches()
                    ? of(
                            Integer.parseInt(parts.group(1)),
                            Base64.getUrlDecoder().decode(parts.group(2)),
                            Base64.getUrlDecoder().decode(parts.group(3)))
                    : null;
        } catch (IllegalArgumentException other) {
            return null;
        }
    }

    /**
     * The branch that XA by SQL tells of, or null if it is one of {@link BranchId}.
     *
     * @param length how many of the bytes are of the transaction; the others are of the branch
     */
    public static @Nullable XaName of(int format, int length, byte[] bytes) {
        boolean own = new String(bytes, StandardCharsets.ISO_8859_1).startsWith(BranchId.PREFIX);
        return own ? null : of(format, Arrays.copyOf(bytes, length), Arrays.copyOfRange(bytes, length, bytes.length));
    }

    @Override
    public String text() {
        return PREFIX + format + "." + ENCODER.encodeToString(getGlobalTransactionId()) + "."
                + ENCODER.encodeToString(getBranchQualifier());
    }

    @Override
    public String literals() {
        return "X'" + global + "',X'" + qualifier + "'," + format;
    }

    @Override
    public int getFormatId() {
        return format;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return HEX.parseHex(global);
    }

    @Override
    public byte[] getBranchQualifier() {
        return HEX.parseHex(qualifier);
    }

    @Override
    public String toString() {
        return text();
    }
}
