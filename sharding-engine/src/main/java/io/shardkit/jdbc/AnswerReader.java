package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Answer;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads all rows of a result into memory, as values that say the same when they are parameters. */
final class AnswerReader {
    private AnswerReader() {}

    static Answer read(ResultSet rows, long maxRows) throws SQLException {
        ResultSetMetaData metaData = rows.getMetaData();
        List<Answer.Column> columns = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            columns.add(new Answer.Column(metaData.getColumnType(i), String.valueOf(metaData.getColumnTypeName(i))));
        }
        List<@Nullable Object[]> values = new ArrayList<>();
        while (rows.next()) {
            if (values.size() >= maxRows) {
                throw ErrorCode.GATHER_TOO_LARGE.exception("more than " + maxRows);
            }
            @Nullable Object[] row = new Object[columns.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = value(rows, i + 1, columns.get(i));
            }
            values.add(row);
        }
        return new Answer(columns, values);
    }

    /** Times are read without a zone, or with their own: the one of this machine must not matter. */
    private static @Nullable Object value(ResultSet rows, int index, Answer.Column column) throws SQLException {
        boolean zoned = column.typeName().toLowerCase(Locale.ROOT).endsWith("tz");
        return switch (column.type()) {
            case Types.DATE -> rows.getObject(index, LocalDate.class);
            case Types.TIME -> zoned ? rows.getObject(index, OffsetTime.class) : rows.getObject(index, LocalTime.class);
            case Types.TIMESTAMP ->
                zoned ? rows.getObject(index, OffsetDateTime.class) : rows.getObject(index, LocalDateTime.class);
            case Types.TIMESTAMP_WITH_TIMEZONE -> rows.getObject(index, OffsetDateTime.class);
            case Types.TIME_WITH_TIMEZONE -> rows.getObject(index, OffsetTime.class);
            case Types.LONGVARCHAR, Types.VARCHAR, Types.CHAR -> rows.getString(index);
            default -> rows.getObject(index);
        };
    }
}
