package io.shardkit.conformance;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Result sets that can be moved about in. */
final class ScrollProbes {
    private ScrollProbes() {}

    static void probe(Connection connection, Databases databases, Transcript transcript) throws SQLException {
        for (String name :
                List.of("one unit", "merged", "merged, limited", "merged, none", "groups", "totals", "gathered")) {
            String sql = ResultProbes.queries(databases).get(name);
            for (int type : new int[] {ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.TYPE_FORWARD_ONLY}) {
                transcript.section(name + " " + type);
                try (Statement statement = connection.createStatement(type, ResultSet.CONCUR_READ_ONLY);
                        ResultSet rows = statement.executeQuery(sql)) {
                    moves(rows, transcript);
                }
            }
        }
    }

    private static void moves(ResultSet rows, Transcript transcript) {
        place(rows, "start", transcript);
        transcript.step("previous", rows::previous);
        transcript.step("absolute(1)", () -> rows.absolute(1));
        place(rows, "1", transcript);
        transcript.step("first", rows::first);
        place(rows, "first", transcript);
        transcript.step("last", rows::last);
        place(rows, "last", transcript);
        transcript.step("next", rows::next);
        place(rows, "after last", transcript);
        transcript.step("next again", rows::next);
        transcript.step("previous", rows::previous);
        place(rows, "back", transcript);
        for (int row : new int[] {2, -1, -2, 0, 99, -99}) {
            transcript.step("absolute", () -> rows.absolute(row));
            place(rows, "absolute " + row, transcript);
        }
        transcript.step("absolute", () -> rows.absolute(2));
        for (int offset : new int[] {1, -2, 0, 99, -99, 1}) {
            transcript.step("relative", () -> rows.relative(offset));
            place(rows, "relative " + offset, transcript);
        }
        transcript.run("beforeFirst", rows::beforeFirst);
        place(rows, "before first", transcript);
        transcript.run("afterLast", rows::afterLast);
        place(rows, "after the last", transcript);
        transcript.run("beforeFirst", rows::beforeFirst);
        transcript.step("all", () -> {
            StringBuilder all = new StringBuilder();
            while (rows.next()) {
                all.append(rows.getString(1)).append(' ');
            }
            while (rows.previous()) {
                all.append(rows.getString(1)).append(' ');
            }
            return all;
        });
        transcript.run("setFetchDirection", () -> rows.setFetchDirection(ResultSet.FETCH_REVERSE));
        transcript.run("setFetchDirection 99", () -> rows.setFetchDirection(99));
        transcript.run("setFetchSize", () -> rows.setFetchSize(3));
        transcript.step("getFetchSize", rows::getFetchSize);
        transcript.run("setFetchSize -1", () -> rows.setFetchSize(-1));
        transcript.run("refreshRow", rows::refreshRow);
        transcript.step("rowDeleted", rows::rowDeleted);
        transcript.step("rowUpdated", rows::rowUpdated);
        transcript.step("rowInserted", rows::rowInserted);
        transcript.run("moveToInsertRow", rows::moveToInsertRow);
        transcript.run("deleteRow", rows::deleteRow);
        transcript.run("updateString", () -> rows.updateString(1, "x"));
        transcript.step("getCursorName", rows::getCursorName);
        transcript.step("isWrapperFor", () -> rows.isWrapperFor(ResultSet.class));
        transcript.step("isWrapperFor Runnable", () -> rows.isWrapperFor(Runnable.class));
        transcript.step("unwrap Runnable", () -> rows.unwrap(Runnable.class));
    }

    private static void place(ResultSet rows, String name, Transcript transcript) {
        transcript.step(name + ": getRow", rows::getRow);
        transcript.step(name + ": isBeforeFirst", rows::isBeforeFirst);
        transcript.step(name + ": isFirst", rows::isFirst);
        transcript.step(name + ": isLast", rows::isLast);
        transcript.step(name + ": isAfterLast", rows::isAfterLast);
        transcript.step(name + ": value", () -> rows.getString(1));
    }
}
