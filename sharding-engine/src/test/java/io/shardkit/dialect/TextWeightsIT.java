package io.shardkit.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.testing.TestDatabase;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that comparing weights is comparing strings: each pair of many strings, as the server compares it and as the
 * merge does.
 */
class TextWeightsIT {
    private static final int TEXTS = 400;
    private static final long SEED = 20240131;
    private static final List<String> PIECES = List.of(
            "a", "A", "b", "B", "z", "ä", "Ä", "å", "e", "é", "ß", "ss", "SS", "æ", "ae", "ñ", "n", "ø", "o", "i", "_",
            "-", "0", "9", "10", " ", "  ", "\t", "\n", "\u0001", "\u00a0", "!", "~", "\u007f", "Þ", "ÿ", "×");
    private static final List<String> WIDE = List.of(
            "ı", "İ", "ǆ", "ﬁ", "Ω", "ω", "я", "Я", "中", "あ", "ア", "가", "\u0301", "e\u0301", "\u200b", "\u200d",
            "\u3000", "€", "\ufffd", "ﷺ", "😀", "𝒜", "𐐀", "🇩🇪", "\u00ad", "ก", "เก", "ch", "dž", "⁰", "①",
            "\u2003");

    @ParameterizedTest
    @CsvSource({
        "MARIADB, VARCHAR, utf8mb4_general_ci",
        "MARIADB, VARCHAR, utf8mb3_general_ci",
        "MARIADB, VARCHAR, utf8mb4_general_nopad_ci",
        "MARIADB, VARCHAR, utf8mb4_unicode_ci",
        "MARIADB, VARCHAR, utf8mb3_unicode_ci",
        "MARIADB, VARCHAR, utf8mb4_uca1400_ai_ci",
        "MARIADB, VARCHAR, latin1_swedish_ci",
        "MYSQL, VARCHAR, utf8mb4_0900_ai_ci",
        "MYSQL, CHAR, utf8mb4_0900_ai_ci",
        "MYSQL, VARCHAR, utf8mb4_0900_as_ci",
        "MYSQL, VARCHAR, utf8mb4_0900_as_cs",
        "MYSQL, CHAR, utf8mb4_0900_as_cs",
        "MYSQL, VARCHAR, utf8mb4_general_ci",
        "MYSQL, VARCHAR, utf8mb3_general_ci",
        "MYSQL, VARCHAR, utf8mb4_unicode_ci",
        "MYSQL, VARCHAR, utf8mb3_unicode_ci",
        "MYSQL, VARCHAR, latin1_swedish_ci"
    })
    void weightsCompareAsTextsDo(TestDatabase kind, String type, String collation) throws SQLException {
        Dialect dialect = kind == TestDatabase.MYSQL ? Dialect.MYSQL : Dialect.MARIADB;
        TextOrder order = dialect.column(type.toLowerCase(Locale.ROOT), collation, type + "(40)")
                .textOrder();
        assertThat(order.byWeights()).isTrue();
        try (HikariDataSource database = kind.create("weights");
                Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            String characters = collation.substring(0, collation.indexOf('_'));
            statement.execute("CREATE TABLE w (id INT PRIMARY KEY, t " + type + "(60) CHARACTER SET " + characters
                    + " COLLATE " + collation + ")");
            fill(connection, characters);
            List<byte[]> weights = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("SELECT WEIGHT_STRING(t) FROM w ORDER BY id")) {
                while (rows.next()) {
                    weights.add(rows.getBytes(1));
                }
            }
            int pairs = 0;
            try (ResultSet rows =
                    statement.executeQuery("SELECT a.id, b.id, a.t < b.t, a.t = b.t, a.t, b.t FROM w a JOIN w b")) {
                while (rows.next()) {
                    byte[] a = weights.get(rows.getInt(1));
                    byte[] b = weights.get(rows.getInt(2));
                    int expected = rows.getBoolean(3) ? -1 : rows.getBoolean(4) ? 0 : 1;
                    String pair = "'" + rows.getString(5) + "' and '" + rows.getString(6) + "'";
                    assertThat(Integer.signum(order.compareWeights(a, b)))
                            .as(pair)
                            .isEqualTo(expected);
                    assertThat(ByteBuffer.wrap(order.stripWeights(a)).equals(ByteBuffer.wrap(order.stripWeights(b))))
                            .as(pair)
                            .isEqualTo(expected == 0);
                    pairs++;
                }
            }
            assertThat(pairs).isGreaterThan(TEXTS * TEXTS / 2);
            byte[] before = null;
            try (ResultSet rows = statement.executeQuery("SELECT WEIGHT_STRING(t) FROM w ORDER BY t")) {
                while (rows.next()) {
                    byte[] next = rows.getBytes(1);
                    assertThat(before == null ? 0 : order.compareWeights(before, next))
                            .isNotPositive();
                    before = next;
                }
            }
        }
    }

    private static void fill(Connection connection, String characters) throws SQLException {
        Random random = new Random(SEED);
        List<String> pieces = new ArrayList<>(PIECES);
        if (!characters.equals("latin1")) {
            pieces.addAll(WIDE);
        }
        Set<String> texts = new LinkedHashSet<>(pieces);
        texts.add("");
        while (texts.size() < TEXTS) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(5); i >= 0; i--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            texts.add(text.toString());
        }
        int id = 0;
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO w VALUES (?, ?)")) {
            for (String text : texts) {
                if (characters.equals("utf8mb3") && text.codePoints().anyMatch(Character::isSupplementaryCodePoint)) {
                    continue;
                }
                insert.setInt(1, id++);
                insert.setString(2, text);
                insert.executeUpdate();
            }
        }
    }
}
