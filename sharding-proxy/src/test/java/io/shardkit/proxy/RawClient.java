package io.shardkit.proxy;

import io.shardkit.proxy.wire.Capability;
import io.shardkit.proxy.wire.CharacterSets;
import io.shardkit.proxy.wire.FieldType;
import io.shardkit.proxy.wire.PacketReader;
import io.shardkit.proxy.wire.PacketWriter;
import io.shardkit.proxy.wire.PayloadReader;
import io.shardkit.proxy.wire.ServerStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Speaks the protocol packet by packet, and shows answers as lines of text. */
final class RawClient implements AutoCloseable {
    static final int USUAL = Capability.LONG_PASSWORD
            | Capability.LONG_FLAG
            | Capability.PROTOCOL_41
            | Capability.TRANSACTIONS
            | Capability.SECURE_CONNECTION
            | Capability.MULTI_STATEMENTS
            | Capability.MULTI_RESULTS
            | Capability.PS_MULTI_RESULTS
            | Capability.PLUGIN_AUTH
            | Capability.CONNECT_WITH_DB;

    private static final int STATUS = ServerStatus.IN_TRANSACTION
            | ServerStatus.AUTOCOMMIT
            | ServerStatus.MORE_RESULTS
            | ServerStatus.IN_TRANSACTION_READ_ONLY;

    /** Of columns that no table has drivers do not tell all. */
    private static final int FLAGS_OF_COMPUTED = 1 | 32 | 512;

    final Socket socket;
    final PacketReader reader;
    final PacketWriter writer;
    private final boolean extended;
    private final byte[] nonce;
    private int serverStatus;

    RawClient(int port, String user, String password, String database, int capabilities) throws IOException {
        this(port, user, password, database, capabilities, CharacterSets.UTF8MB4);
    }

    /** @param collation the number of the one in which it says that it talks */
    RawClient(int port, String user, String password, String database, int capabilities, int collation)
            throws IOException {
        extended = (capabilities & Capability.LONG_PASSWORD) == 0;
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        reader = new PacketReader(socket.getInputStream(), 1 << 30);
        writer = new PacketWriter(socket.getOutputStream());
        PayloadReader greeting = new PayloadReader(reader.read(true), 1);
        greeting.terminatedBytes();
        greeting.skip(4);
        ByteArrayOutputStream random = new ByteArrayOutputStream();
        random.writeBytes(greeting.bytes(8));
        greeting.skip(1 + 2 + 1 + 2 + 2 + 1 + 10);
        random.writeBytes(greeting.bytes(12));
        nonce = random.toByteArray();
        writer.sequence(1);
        byte[] answer = password.isEmpty() ? new byte[0] : scramble(password, nonce);
        writer.begin()
                .int4(capabilities)
                .int4(1 << 30)
                .int1(collation)
                .zeros(19)
                .int4(extended ? Capability.EXTENDED_METADATA : 0);
        writer.terminated(user, StandardCharsets.UTF_8).int1(answer.length).bytes(answer);
        if ((capabilities & Capability.CONNECT_WITH_DB) != 0) {
            writer.terminated(database, StandardCharsets.UTF_8);
        }
        writer.terminated("mysql_native_password", StandardCharsets.UTF_8).end();
        writer.flush();
        byte[] ok = reader.read(true, 2);
        if (ok[0] == (byte) 0xfe && password.isEmpty()) {
            // Another plugin, by which such a user sends nothing either.
            writer.sequence(reader.nextSequence());
            writer.begin().end();
            writer.flush();
            ok = reader.read(true, writer.sequence());
        }
        if (ok[0] != 0) {
            socket.close();
            throw new IOException(error(ok));
        }
    }

    private static byte[] scramble(String password, byte[] nonce) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            byte[] hash = sha1.digest(password.getBytes(StandardCharsets.UTF_8));
            byte[] twice = sha1.digest(hash);
            sha1.update(nonce);
            sha1.update(twice);
            byte[] mask = sha1.digest();
            for (int i = 0; i < hash.length; i++) {
                hash[i] ^= mask[i];
            }
            return hash;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    void send(int command, byte[] payload) throws IOException {
        writer.sequence(0);
        writer.begin().int1(command).bytes(payload).end();
        writer.flush();
    }

    byte[] next(boolean[] first) throws IOException {
        byte[] packet = reader.read(first[0], 1);
        first[0] = false;
        return packet;
    }

    /** COM_QUERY and all of its answers. */
    List<String> query(String sql) throws IOException {
        send(3, sql.getBytes(StandardCharsets.UTF_8));
        return answers(false);
    }

    /** Prepares a statement, runs it with strings as parameters, and closes it. */
    List<String> prepared(String sql, String... values) throws IOException {
        ByteArrayOutputStream parameters = new ByteArrayOutputStream();
        for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            parameters.write(bytes.length);
            parameters.writeBytes(bytes);
        }
        int[] types = new int[values.length];
        Arrays.fill(types, FieldType.VAR_STRING);
        return prepared(sql, types, parameters.toByteArray());
    }

    /** The same with parameters of any types, whose values are given as they are sent. */
    List<String> prepared(String sql, int[] types, byte[] values) throws IOException {
        send(0x16, sql.getBytes(StandardCharsets.UTF_8));
        boolean[] first = {true};
        byte[] prepared = next(first);
        List<String> lines = new ArrayList<>();
        if (prepared[0] != 0) {
            lines.add(error(prepared));
            return lines;
        }
        PayloadReader described = new PayloadReader(prepared, 1);
        int id = described.int4();
        int columns = described.int2();
        int parameters = described.int2();
        lines.add("parameters " + parameters);
        for (int count : new int[] {parameters, columns}) {
            for (int i = 0; i < count; i++) {
                next(first);
            }
            if (count > 0) {
                next(first);
            }
        }
        ByteArrayOutputStream execute = new ByteArrayOutputStream();
        execute.writeBytes(
                new byte[] {(byte) id, (byte) (id >> 8), (byte) (id >> 16), (byte) (id >> 24), 0, 1, 0, 0, 0});
        if (types.length > 0) {
            execute.writeBytes(new byte[(types.length + 7) / 8]);
            execute.write(1);
            for (int type : types) {
                execute.write(type);
                execute.write(0);
            }
            execute.writeBytes(values);
        }
        send(0x17, execute.toByteArray());
        lines.addAll(answers(true));
        send(0x19, new byte[] {(byte) id, (byte) (id >> 8), (byte) (id >> 16), (byte) (id >> 24)});
        return lines;
    }

    /** COM_CHANGE_USER, with what is to follow the character set; what the server answers. */
    byte[] changeUser(String user, String password, String database, byte[] more) throws IOException {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes((user + "\0").getBytes(StandardCharsets.UTF_8));
        byte[] answer = scramble(password, nonce);
        packet.write(answer.length);
        packet.writeBytes(answer);
        packet.writeBytes((database + "\0").getBytes(StandardCharsets.UTF_8));
        packet.writeBytes(new byte[] {CharacterSets.UTF8MB4, 0});
        packet.writeBytes(more);
        send(0x11, packet.toByteArray());
        return next(new boolean[] {true});
    }

    /** COM_RESET_CONNECTION. */
    void reset() throws IOException {
        send(0x1f, new byte[0]);
        next(new boolean[] {true});
    }

    private List<String> answers(boolean binary) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean[] first = {true};
        do {
            byte[] packet = next(first);
            int kind = packet[0] & 0xff;
            if (kind == 0xff) {
                lines.add(error(packet));
                return lines;
            }
            if (kind == 0) {
                lines.add(ok(packet));
                continue;
            }
            int columns = (int) new PayloadReader(packet, 0).lengthEncoded();
            for (int i = 0; i < columns; i++) {
                lines.add(column(next(first)));
            }
            next(first);
            for (byte[] row = next(first); ; row = next(first)) {
                int start = row[0] & 0xff;
                if (start == 0xff) {
                    lines.add(error(row));
                    return lines;
                }
                if (start == 0xfe && row.length < 9) {
                    PayloadReader end = new PayloadReader(row, 1);
                    lines.add("end, warnings " + end.int2());
                    serverStatus = end.int2();
                    lines.set(lines.size() - 1, lines.get(lines.size() - 1) + ", status " + (serverStatus & STATUS));
                    break;
                }
                lines.add((binary ? "binary " : "row ") + HexFormat.of().formatHex(row) + " "
                        + new String(row, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "."));
            }
        } while ((serverStatus & ServerStatus.MORE_RESULTS) != 0);
        return lines;
    }

    private String ok(byte[] packet) throws IOException {
        PayloadReader reading = new PayloadReader(packet, 1);
        long count = reading.lengthEncoded();
        long key = reading.lengthEncoded();
        serverStatus = reading.int2();
        return "ok, rows " + count + ", key " + key + ", status " + (serverStatus & STATUS) + ", warnings "
                + reading.int2();
    }

    private String column(byte[] packet) throws IOException {
        PayloadReader reading = new PayloadReader(packet, 0);
        reading.lengthEncodedBytes();
        String schema = new String(reading.lengthEncodedBytes(), StandardCharsets.UTF_8);
        String alias = new String(reading.lengthEncodedBytes(), StandardCharsets.UTF_8);
        String table = new String(reading.lengthEncodedBytes(), StandardCharsets.UTF_8);
        String name = new String(reading.lengthEncodedBytes(), StandardCharsets.UTF_8);
        String own = new String(reading.lengthEncodedBytes(), StandardCharsets.UTF_8);
        String kind = extended ? HexFormat.of().formatHex(reading.lengthEncodedBytes()) : "";
        reading.skip(1);
        int collation = reading.int2();
        long length = reading.int4() & 0xffffffffL;
        int sent = reading.int1();
        int type = sent >= 249 && sent <= 252 ? 252 : sent; // how large a computed text may be
        boolean computed = table.isEmpty() || table.equals("TABLE_NAMES"); // which the engine lists
        int flags = reading.int2() & (computed ? FLAGS_OF_COMPUTED : 0xffff);
        return "column " + name + " of " + table + (alias.equals(table) ? "" : " as " + alias) + " in "
                + (schema.isEmpty() ? "" : "schema") + ", own name " + own
                + (kind.isEmpty() ? "" : ", kind " + kind) + ", collation " + collation + ", length " + length
                + ", type " + type + ", flags " + flags
                + ", decimals " + reading.int1();
    }

    static String error(byte[] packet) throws IOException {
        PayloadReader reading = new PayloadReader(packet, 1);
        int number = reading.int2();
        return "error " + number + " " + new String(reading.rest(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
