package io.shardkit.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.planner.OrderTables;
import io.shardkit.sql.read.PlainRowReader;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A row says the same whether the parser reads it or its tokens are read alone. */
class PlainRowsTest {
    private static final String HEAD = "INSERT INTO t_order (order_id, user_id, note) VALUES ";
    private static final List<String> PLAIN = List.of(
            "?",
            "1",
            "007",
            "0",
            "999999999999999999",
            "1.50",
            "0.0",
            "'a'",
            "''",
            "'it''s ?, (x)'",
            "'sk0'",
            "NULL",
            "null",
            "DEFAULT",
            "Default",
            "TRUE",
            "False",
            "-7",
            "- 7",
            "+7",
            "-1.5",
            "+ 1.5",
            "NOW()",
            "now ( )",
            "/* c */ 3");
    private static final List<String> OTHER = List.of(
            "1 + 1",
            "9223372036854775808",
            "1e3",
            "1.",
            ".5",
            "0x10",
            "'a' 'b'",
            "DATE '2024-01-31'",
            "UPPER('a')",
            "(1)",
            "- ?",
            "(SELECT 1)",
            "CURRENT_TIMESTAMP",
            "NOW() + 1",
            "TRUE = FALSE",
            "NULL IS NULL",
            "'a' || 'b'",
            "N'a'",
            "-(-1)",
            "t_country",
            "NOW",
            "LENGTH(note)",
            "CASE WHEN 1 = 1 THEN 2 END");

    private static SqlParser parser(Dialect dialect) {
        return new SqlParser(OrderTables.rule(), OrderTables.catalog(), dialect);
    }

    /** The relevant parts of an INSERT, or the reason why it is refused. */
    private record Read(
            @Nullable ErrorCode refusal,
            List<ParsedStatement.Row> rows,
            List<List<@Nullable Object>> values,
            List<String> functions,
            List<Object> rest) {}

    private static Read read(Dialect dialect, String sql, boolean plainRows) throws SQLException {
        ParsedStatement parsed;
        try {
            SqlParser parser = parser(dialect);
            parsed = plainRows ? parser.parse(sql) : parser.parse(new SqlText(sql, dialect));
        } catch (SQLException refused) {
            ErrorCode code = Stream.of(ErrorCode.values())
                    .filter(each -> String.valueOf(refused.getMessage()).contains(each.code()))
                    .findAny()
                    .orElseThrow(() -> new AssertionError(sql, refused));
            return new Read(code, List.of(), List.of(), List.of(), List.of());
        }
        if (!(parsed instanceof ParsedStatement.Insert insert)) {
            return new Read(null, List.of(), List.of(), List.of(), List.of(parsed.tables()));
        }
        Parameters parameters = new Parameters(insert.text().parameterCount());
        for (int i = 0; i < parameters.size(); i++) {
            parameters.setLong(i, 1000 + i);
        }
        List<ParsedStatement.Row> places = new ArrayList<>();
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (ParsedStatement.Row row : insert.rows()) {
            places.add(new ParsedStatement.Row(row.span(), List.of(), row.places(), row.defaults()));
            List<@Nullable Object> ofRow = new ArrayList<>();
            for (Value value : row.values()) {
                Object known = value == null ? "computed" : value.of(parameters);
                // One of the grammars that H2's statements are read by takes these for names.
                boolean name = dialect == Dialect.H2 && known instanceof Boolean;
                ofRow.add(name ? "computed" : known);
            }
            values.add(ofRow);
        }
        return new Read(
                null,
                places,
                values,
                insert.functions().stream().sorted().toList(),
                Arrays.asList(
                        insert.text().sql(),
                        insert.text().end(),
                        insert.text().parameterCount(),
                        insert.names(),
                        insert.target(),
                        insert.values(),
                        insert.columns(),
                        insert.columnListEnd(),
                        insert.special(),
                        insert.upsert(),
                        insert.text().clockCalls().stream()
                                .map(Span::start)
                                .sorted()
                                .toList()));
    }

    private static SqlText withoutPlainRows(String sql, Dialect dialect) throws SQLException {
        return new SqlText(sql, dialect, new PlainRowReader(sql, dialect.text()));
    }

    private static void assertReadAlike(Dialect dialect, String sql) throws SQLException {
        try {
            new SqlText(sql, dialect);
        } catch (SQLException refused) {
            assertThatThrownBy(() -> withoutPlainRows(sql, dialect)).as(sql).hasMessage(refused.getMessage());
            return;
        }
        assertThat(read(dialect, sql, true)).as(sql).isEqualTo(read(dialect, sql, false));
    }

    private static String row(List<String> values) {
        return "(" + String.join(", ", values) + ")";
    }

    @ParameterizedTest
    @EnumSource
    void eachValueInEachPlace(Dialect dialect) throws SQLException {
        for (String value : Stream.of(PLAIN, OTHER).flatMap(List::stream).toList()) {
            for (int place = 0; place < 3; place++) {
                List<String> values = new ArrayList<>(List.of("5", "6", "'x'"));
                values.set(place, value);
                String rows = String.join(",", "(1, 2, 'y')", row(values), "(3, ?, NULL)", row(values), row(values));
                assertReadAlike(dialect, HEAD + rows);
            }
            assertReadAlike(dialect, "INSERT INTO t_audit (message) VALUES (" + value + "), (" + value + ")");
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyRowsOfAnyValues(Dialect dialect) throws SQLException {
        Random random = new Random(17);
        for (int i = 0; i < 1500; i++) {
            List<String> rows = new ArrayList<>();
            int kinds = 1 + random.nextInt(PLAIN.size());
            for (int row = random.nextInt(12); row >= 0; row--) {
                List<String> values = new ArrayList<>();
                for (int value = random.nextInt(40) == 0 ? 1 : 2; value >= 0; value--) {
                    boolean other = random.nextInt(60) == 0;
                    values.add(other ? OTHER.get(random.nextInt(OTHER.size())) : PLAIN.get(random.nextInt(kinds)));
                }
                rows.add((random.nextInt(40) == 0 ? "ROW " : "") + row(values));
            }
            String ends = "";
            if (random.nextInt(4) == 0) {
                ends = dialect == Dialect.POSTGRESQL
                        ? " ON CONFLICT (order_id) DO UPDATE SET note = ?"
                        : " ON DUPLICATE KEY UPDATE note = ?, title = DEFAULT";
            }
            assertReadAlike(
                    dialect,
                    HEAD
                            + String.join(random.nextBoolean() ? "," : " ,\n", rows)
                            + ends
                            + (random.nextInt(9) == 0 ? " ; " : ""));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotARowStays(Dialect dialect) throws SQLException {
        for (String sql : List.of(
                HEAD + "(1, 2, 'a'), (1, 2, 'a'),",
                HEAD + "(1, 2, 'a'), (1, 2, 'a'), ON DUPLICATE KEY UPDATE note = 'x'",
                HEAD + "(1, 2, 'a'), (1, 2, 'a') (1, 2, 'a')",
                HEAD + "(1, 2, 'a'), (1, 2, 'a',)",
                HEAD + "(1, 2, 'a'), (1, , 'a'), (1, 2, 'a')",
                HEAD + "(1, 2, 'a'), (), ()",
                HEAD + "(1, 2, 'a'), (1, 2, 'a'), 3",
                HEAD + "(1, 2, 'a'), (1, 2, 'a') + 1, (1, 2, 'a')",
                HEAD + "(1, 2, 'a'), ROW ROW (1, 2, 'a'), (1, 2, 'a')",
                HEAD + "(1, 2, 'a'), (1, 2, 'a'), (1, 2, 'a') LIMIT 1",
                HEAD + "(1, 2, 'a'), (1, 2, 'a'), (1, 2, 'a') t_order",
                HEAD + "(1, 2, 'a'), (1, 2, 'a'), (1, 2, 'a') RETURNING *",
                HEAD + "(1, 2, 'a'), (1, 2, 'a'), (1, 2, 'a') AS new ON DUPLICATE KEY UPDATE note = new.note",
                "REPLACE INTO t_order (order_id, user_id) VALUES (1, 2), (1, 2), (3, 4)",
                "INSERT IGNORE INTO t_order (order_id, user_id) VALUES (1, 2), (1, 2), (3, 4)",
                "INSERT INTO t_order (order_id, user_id) VALUE (1, 2), (1, 2), (3, 4)",
                "INSERT INTO t_order (order_id, user_id) SELECT * FROM (VALUES (1, 2), (1, 2), (3, 4)) v",
                "INSERT INTO t_order VALUES (1, 2), (1, 2), (3, 4)",
                "INSERT INTO t_order SET order_id = 1, user_id = 2, note = (1), (1)",
                "INSERT INTO shop.t_order (order_id, user_id) VALUES (1, 2), (1, 2), (3, 4)")) {
            assertReadAlike(dialect, sql);
        }
    }

    @Test
    void mostTokensOfManyRowsAreLeftOut() throws SQLException {
        String sql = HEAD + String.join(", ", Collections.nCopies(1000, "(?, -1, 'a'), (1, 2.5, NOW())"));
        SqlText text = withoutPlainRows(sql, Dialect.MYSQL);
        assertThat(text.tokens()).hasSizeLessThan(50);
        assertThat(text.parameterCount()).isEqualTo(1000);
        assertThat(text.end()).isEqualTo(sql.length());
    }
}
