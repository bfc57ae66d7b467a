package io.shardkit.testing;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.Arrays;

/** Writes the rows of results as strings, to compare them. */
public final class RowText {
    private RowText() {}

    /** Every value with its class and its text. */
    public static String line(ResultSet row, int columns) throws SQLException {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
            Object object = row.getObject(i);
            line.append(line.isEmpty() ? "" : " | ");
            if (object == null) {
                line.append(row.wasNull() ? "NULL" : "null that is not NULL");
                continue;
            }
            line.append(shown(object)).append(" '").append(row.getString(i)).append('\'');
        }
        return line.toString();
    }

    private static String shown(Object object) throws SQLException {
        if (object instanceof byte[] bytes) {
            return "byte[] " + Arrays.toString(bytes);
        }
        // These differ in class or number from one object to the next.
        if (object instanceof Clob clob) {
            return "Clob " + clob.getSubString(1, (int) clob.length());
        }
        if (object instanceof Blob blob) {
            return "Blob " + Arrays.toString(blob.getBytes(1, (int) blob.length()));
        }
        if (object instanceof Array array) {
            return "Array " + Arrays.deepToString((Object[]) array.getArray());
        }
        if (object instanceof SQLXML xml) {
            return "SQLXML " + xml.getString();
        }
        if (object instanceof ResultSet) {
            return "ResultSet";
        }
        return object.getClass().getSimpleName() + " " + object;
    }
}
