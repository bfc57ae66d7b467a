package io.shardkit.proxy.sql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * From the bytes of a client to text, without the loss of one. Clients put bytes between quotes that are no letters of
 * their character set; such a string becomes one of hex digits.
 */
public final class ReceivedText {
    private static final String INTRODUCER = "_binary";

    private ReceivedText() {}

    /**
     * The text.
     *
     * @param charset one in which no byte of a letter is one of ASCII
     * @throws CharacterCodingException if there are such bytes outside of strings
     */
    public static String decode(byte[] bytes, Charset charset) throws CharacterCodingException {
        String text = new String(bytes, charset);
        boolean letters = text.indexOf('\uFFFD') < 0 || isText(bytes, charset);
        return letters && !mayMeanBytes(text, charset) ? text : decodeInPieces(bytes, charset);
    }

    /**
     * Returns true if the SQL may have strings whose letters are meant as the client's own bytes, which become others on
     * the way.
     */
    private static boolean mayMeanBytes(String text, Charset charset) {
        return !charset.equals(StandardCharsets.UTF_8)
                && text.toLowerCase(Locale.ROOT).contains(INTRODUCER)
                && text.chars().anyMatch(c -> c >= 0x80);
    }

    /** Returns true if all bytes are letters of the character set. */
    public static boolean isText(byte[] bytes, Charset charset) {
        try {
            strict(bytes, 0, bytes.length, charset);
            return true;
        } catch (CharacterCodingException no) {
            return false;
        }
    }

    private static String strict(byte[] bytes, int from, int to, Charset charset) throws CharacterCodingException {
        return charset.newDecoder()
                .decode(ByteBuffer.wrap(bytes, from, to - from))
                .toString();
    }

    private static String decodeInPieces(byte[] bytes, Charset charset) throws CharacterCodingException {
        // One letter for each byte, so that positions are the same.
        String letters = new String(bytes, StandardCharsets.ISO_8859_1);
        StringBuilder text = new StringBuilder(bytes.length * 2);
        int start = 0;
        int position = 0;
        while (position < bytes.length) {
            boolean enters = Scanner.startsExecutable(letters, position);
            int end = enters ? position + 1 : Scanner.skip(letters, position);
            if (bytes[position] == '\'' || bytes[position] == '"') {
                text.append(strict(bytes, start, position, charset));
                literal(text, bytes, position, end, charset);
                start = end;
            }
            position = end;
        }
        return text.append(strict(bytes, start, bytes.length, charset)).toString();
    }

    private static void literal(StringBuilder text, byte[] bytes, int start, int end, Charset charset) {
        int introducer = introducer(text);
        boolean meansBytes = introducer >= 0 && !charset.equals(StandardCharsets.UTF_8);
        if (!meansBytes) {
            try {
                text.append(strict(bytes, start, end, charset));
                return;
            } catch (CharacterCodingException binary) {
                // These are bytes, whatever is said before them.
            }
        }
        if (introducer >= 0) {
            text.setLength(introducer);
        }
        text.append("X'")
                .append(HexFormat.of().formatHex(unescaped(bytes, start, end)))
                .append('\'');
    }

    /**
     * Returns the position of a word at the end of the SQL that turns the string after it into bytes; -1 if there is
     * none.
     */
    private static int introducer(StringBuilder text) {
        int blanks = text.length();
        while (blanks > 0 && text.charAt(blanks - 1) <= ' ') {
            blanks--;
        }
        int introducer = blanks - INTRODUCER.length();
        return introducer >= 0
                        && text.substring(introducer, blanks)
                                .toLowerCase(Locale.ROOT)
                                .equals(INTRODUCER)
                ? introducer
                : -1;
    }

    private static byte[] unescaped(byte[] bytes, int start, int end) {
        byte quote = bytes[start];
        ByteArrayOutputStream plain = new ByteArrayOutputStream(end - start);
        int last = end - 1;
        for (int i = start + 1; i < last; i++) {
            byte b = bytes[i];
            if (b == '\\' && i + 1 < last) {
                i++;
                plain.writeBytes(unescaped(bytes[i]));
            } else {
                plain.write(b);
                i += b == quote ? 1 : 0;
            }
        }
        return plain.toByteArray();
    }

    private static byte[] unescaped(byte b) {
        return switch (b) {
            case '0' -> new byte[] {0};
            case 'n' -> new byte[] {'\n'};
            case 'r' -> new byte[] {'\r'};
            case 't' -> new byte[] {'\t'};
            case 'b' -> new byte[] {'\b'};
            case 'Z' -> new byte[] {26};
            // These two stay as they are written, for LIKE.
            case '%', '_' -> new byte[] {'\\', b};
            default -> new byte[] {b};
        };
    }

    /** The bytes as a message shows them. */
    public static String shown(byte[] bytes) {
        return new String(Arrays.copyOf(bytes, Math.min(bytes.length, 20)), StandardCharsets.US_ASCII);
    }
}
