package io.shardkit.proxy.wire;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The definition of a column in a result.
 *
 * @param schema of its table, or nothing
 * @param table by the name that it has in the statement
 * @param originalTable by its own name
 * @param name in the result
 * @param originalName in the table
 * @param collation number of its collation; {@link CharacterSets#BINARY} for what is no text
 * @param length how many bytes a value may have
 * @param type one of {@link FieldType}
 * @param flags of {@link FieldType}
 * @param decimals digits after the point; 31 if that is not fixed
 * @param kind the kind where the type does not tell it, such as json or uuid; nothing for most
 */
public record ColumnDefinition(
        String schema,
        String table,
        String originalTable,
        String name,
        String originalName,
        int collation,
        long length,
        int type,
        int flags,
        int decimals,
        String kind) {
    private static final int TYPE = 0;
    private static final int FORMAT = 1;

    /** A column of text that no table has, as MariaDB tells it. */
    public static ColumnDefinition text(String name, int length) {
        return new ColumnDefinition(
                "", "", "", name, "", CharacterSets.UTF8MB4, length * 4L, FieldType.VAR_STRING, 0, 39, "");
    }

    /** As MySQL tells it what MariaDB tells otherwise: the decimals of text that no table has. */
    public ColumnDefinition ofMysql() {
        return decimals != 39
                ? this
                : new ColumnDefinition(
                        schema, table, originalTable, name, originalName, collation, length, type, flags, 31, kind);
    }

    /** A column of numbers that no table has. */
    public static ColumnDefinition number(String name) {
        return new ColumnDefinition(
                "",
                "",
                "",
                name,
                "",
                CharacterSets.BINARY,
                21,
                FieldType.LONGLONG,
                FieldType.FLAG_NOT_NULL | FieldType.FLAG_BINARY,
                0,
                "");
    }

    /** A column with a variable that is on or off. */
    public static ColumnDefinition flag(String name) {
        return new ColumnDefinition(
                "", "", "", name, "", CharacterSets.BINARY, 1, FieldType.LONGLONG, FieldType.FLAG_BINARY, 0, "");
    }

    /** A parameter of a prepared statement. */
    public static ColumnDefinition parameter() {
        return new ColumnDefinition(
                "", "", "", "?", "", CharacterSets.BINARY, 0, FieldType.VAR_STRING, FieldType.FLAG_BINARY, 0, "");
    }

    /** Returns true if the column's values are bytes and not text. */
    public boolean isBinary() {
        return collation == CharacterSets.BINARY
                && (type >= FieldType.TINY_BLOB || type == FieldType.BIT || type == FieldType.VARCHAR);
    }

    /**
     * Writes it as a packet.
     *
     * @param extended whether the client wants to know the kind
     */
    public void write(PacketWriter writer, Charset charset, boolean extended) throws IOException {
        begin(writer, charset, extended);
        writer.end();
    }

    /** Writes it as a packet of COM_FIELD_LIST, which also tells the default value. */
    public void writeListed(PacketWriter writer, Charset charset, boolean extended) throws IOException {
        begin(writer, charset, extended);
        writer.int1(0xfb);
        writer.end();
    }

    private void begin(PacketWriter writer, Charset charset, boolean extended) {
        writer.begin()
                .text("def", charset)
                .text(schema, charset)
                .text(table, charset)
                .text(originalTable, charset)
                .text(name, charset)
                .text(originalName, charset);
        if (extended) {
            kind(writer);
        }
        writer.int1(0x0c)
                .int2(collation)
                .int4((int) Math.min(length, 0xffffffffL))
                .int1(type)
                .int2(flags)
                .int1(decimals)
                .int2(0);
    }

    private void kind(PacketWriter writer) {
        byte[] name = kind.getBytes(StandardCharsets.US_ASCII);
        if (name.length == 0) {
            writer.lengthEncoded(0);
        } else {
            writer.lengthEncoded(name.length + 2L)
                    .int1(kind.equals("json") ? FORMAT : TYPE)
                    .lengthEncodedBytes(name);
        }
    }
}
