package io.shardkit.proxy.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReceivedTextTest {

    private static byte[] bytes(Object... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Object part : parts) {
            if (part instanceof Integer number) {
                all.write(number);
            } else {
                all.writeBytes(part.toString().getBytes(StandardCharsets.UTF_8));
            }
        }
        return all.toByteArray();
    }

    private static String decoded(Object... parts) throws CharacterCodingException {
        return ReceivedText.decode(bytes(parts), StandardCharsets.UTF_8);
    }

    @Test
    void lettersStayAsTheyAre() throws CharacterCodingException {
        assertThat(decoded("SELECT 'Grüße 😀 \uFFFD'")).isEqualTo("SELECT 'Grüße 😀 \uFFFD'");
    }

    @Test
    void bytesBecomeHexDigits() throws CharacterCodingException {
        assertThat(decoded("VALUES ('ü', _binary'a", 0xff, "\\0\\'''\\\\', \"b", 0x80, "\")"))
                .isEqualTo("VALUES ('ü', X'61ff0027275c', X'6280')");
        assertThat(decoded("SELECT _BINARY '", 0xc3, "', \"it's\", 'x''y", 0xfe, "\\n\\Z\\%'"))
                .isEqualTo("SELECT X'c3', \"it's\", X'782779fe0a1a5c25'");
        assertThat(decoded("SELECT 1 -- don't\n, '", 0xff, "' /* isn't */ # can't"))
                .isEqualTo("SELECT 1 -- don't\n, X'ff' /* isn't */ # can't");
        assertThat(decoded(
                        "SELECT /*Mary's*/ '", 0xff, "', --", 0xc3, 0xbc, "1, '", 0xfe, "' /*!40101 , '", 0xfd, "' */"))
                .isEqualTo("SELECT /*Mary's*/ X'ff', --ü1, X'fe' /*!40101 , X'fd' */");
    }

    @Test
    void bytesOfOtherLettersStayTheBytesThatTheyAre() throws CharacterCodingException {
        byte[] sent = bytes("VALUES ('a', _binary'b", 0xff, "\\0', '", 0xfc, "')");
        assertThat(ReceivedText.decode(sent, StandardCharsets.ISO_8859_1)).isEqualTo("VALUES ('a', X'62ff00', 'ü')");
    }

    @Test
    void bytesOutsideOfStringsAreRefused() {
        assertThatThrownBy(() -> decoded("SELECT ", 0xff, ", 'a'")).isInstanceOf(CharacterCodingException.class);
    }
}
