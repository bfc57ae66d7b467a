package io.shardkit.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Renders values as strings that can be compared: the content of a large object or a stream, not the object. */
final class Shown {
    /** Columns of metadata that tell how much there is. */
    private static final Set<String> ESTIMATES = Set.of("CARDINALITY", "PAGES");

    private Shown() {}

    static String of(@Nullable Object value) throws SQLException {
        try {
            if (value instanceof Blob blob) {
                return "blob " + HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
            }
            if (value instanceof Clob clob) {
                return "clob " + clob.getSubString(1, (int) clob.length());
            }
            if (value instanceof SQLXML xml) {
                return "xml " + xml.getString();
            }
            if (value instanceof java.sql.Array array) {
                return "array " + array.getBaseTypeName() + of(array.getArray());
            }
            if (value instanceof InputStream stream) {
                return "stream " + HexFormat.of().formatHex(stream.readAllBytes());
            }
            if (value instanceof Reader reader) {
                StringWriter text = new StringWriter();
                reader.transferTo(text);
                return "reader " + text;
            }
        } catch (IOException e) {
            throw new SQLException(e);
        }
        if (value instanceof ResultSet rows) {
            return rows(rows);
        }
        if (value instanceof byte[] bytes) {
            return "bytes " + HexFormat.of().formatHex(bytes);
        }
        if (value != null && value.getClass().isArray()) {
            List<String> elements = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(of(Array.get(value, i)));
            }
            return elements.toString();
        }
        if (value == null) {
            return "null";
        }
        String text = value.toString();
        boolean identity = text.endsWith("@" + Integer.toHexString(System.identityHashCode(value)));
        return identity ? "an object" : value.getClass().getSimpleName() + " " + text;
    }

    private static String rows(ResultSet rows) throws SQLException {
        StringBuilder text = new StringBuilder("rows");
        int width = rows.getMetaData().getColumnCount();
        for (int i = 1; i <= width; i++) {
            text.append(i == 1 ? " " : "|").append(rows.getMetaData().getColumnLabel(i));
        }
        while (rows.next()) {
            text.append("\n    ");
            for (int i = 1; i <= width; i++) {
                if (ESTIMATES.contains(rows.getMetaData().getColumnLabel(i).toUpperCase(Locale.ROOT))) {
                    continue;
                }
                String value = rows.getString(i);
                // A driver may show booleans in capitals.
                boolean flag = value != null && (value.equals("TRUE") || value.equals("FALSE"));
                text.append(i == 1 ? "" : "|")
                        .append(
                                flag
                                        ? value.toLowerCase(Locale.ROOT)
                                        : String.valueOf(value).replaceAll("\\[B@[0-9a-f]+", "bytes"));
            }
        }
        return text.toString();
    }
}
