package io.shardkit.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 250, 251, 65_535, 65_536, 0xfffffe, 0xffffff, 0x1000000, 0x1fffffe, 0x1ffffff})
    void packetsOfAnyLengthComeBack(int length) throws IOException {
        byte[] payload = new byte[length];
        new Random(length).nextBytes(payload);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        PacketWriter writer = new PacketWriter(sent);
        writer.begin().bytes(payload).end();
        writer.begin().int1(7).end();
        writer.flush();
        PacketReader reader = new PacketReader(new ByteArrayInputStream(sent.toByteArray()), 1 << 26);
        assertThat(reader.read(true)).isEqualTo(payload);
        assertThat(reader.read(false)).containsExactly(7);
        assertThatThrownBy(() -> reader.read(false)).isInstanceOf(EOFException.class);
    }

    @Test
    void numbersAndTextsComeBack() throws IOException {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        PacketWriter writer = new PacketWriter(sent);
        long[] numbers = {0, 250, 251, 65_535, 65_536, 0xffffff, 0x1000000, Long.MAX_VALUE, -1};
        writer.begin();
        for (long number : numbers) {
            writer.lengthEncoded(number);
        }
        String text = "Grüße 😀".repeat(100);
        writer.text("plain", StandardCharsets.UTF_8)
                .text("Grüße", StandardCharsets.UTF_8)
                .text(text, StandardCharsets.UTF_8)
                .textOrNull(null, StandardCharsets.UTF_8)
                .int4(-5)
                .int8(Long.MIN_VALUE)
                .int3(0xabcdef)
                .end();
        writer.flush();
        byte[] packet = new PacketReader(new ByteArrayInputStream(sent.toByteArray()), 1 << 20).read(true);
        PayloadReader reader = new PayloadReader(packet, 0);
        for (long number : numbers) {
            assertThat(reader.lengthEncoded()).isEqualTo(number);
        }
        assertThat(new String(reader.lengthEncodedBytes(), StandardCharsets.UTF_8))
                .isEqualTo("plain");
        assertThat(new String(reader.lengthEncodedBytes(), StandardCharsets.UTF_8))
                .isEqualTo("Grüße");
        assertThat(new String(reader.lengthEncodedBytes(), StandardCharsets.UTF_8))
                .isEqualTo(text);
        assertThat(reader.int1()).isEqualTo(0xfb);
        assertThat(reader.int4()).isEqualTo(-5);
        assertThat(reader.int8()).isEqualTo(Long.MIN_VALUE);
        assertThat(reader.int2() | (reader.int1() << 16)).isEqualTo(0xabcdef);
        assertThat(reader.left()).isZero();
        assertThatThrownBy(reader::int1).isInstanceOf(ProtocolException.class);
    }

    @Test
    void aPacketThatIsTooLargeTakesNoMemory() {
        byte[] header = {(byte) 0xff, (byte) 0xff, 0x7f, 0};
        PacketReader small = new PacketReader(new ByteArrayInputStream(header), 1024);
        assertThatThrownBy(() -> small.read(true)).isInstanceOf(PacketTooLargeException.class);
        byte[] wrong = {1, 0, 0, 9, 0};
        PacketReader other = new PacketReader(new ByteArrayInputStream(wrong), 1024);
        assertThatThrownBy(() -> other.read(true)).isInstanceOf(ProtocolException.class);
    }
}
