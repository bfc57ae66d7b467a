package io.shardkit.frameworks.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** Spring JDBC over sharded tables. */
@SpringBootTest(
        classes = ShopApplication.class,
        properties = {"spring.config.location=classpath:jpa.yml"})
class SpringJdbcTest {
    private static final String INSERT =
            "INSERT INTO t_order (user_id, status, total, version) VALUES (:user, :status, :total, 0)";

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private NamedParameterJdbcTemplate named;

    @Autowired
    private JdbcClient client;

    @BeforeEach
    void empty() {
        jdbc.update("DELETE FROM t_order_item WHERE 1 = 1");
        jdbc.update("DELETE FROM t_order WHERE 1 = 1");
    }

    private static MapSqlParameterSource order(int user) {
        return new MapSqlParameterSource()
                .addValue("user", user)
                .addValue("status", user % 3 == 0 ? null : "s" + user)
                .addValue("total", new BigDecimal(user + ".50"));
    }

    private void insertTen() {
        int[] counts = named.batchUpdate(
                INSERT,
                IntStream.rangeClosed(1, 10).mapToObj(SpringJdbcTest::order).toArray(MapSqlParameterSource[]::new));
        assertThat(counts).hasSize(10).containsOnly(1);
    }

    @Test
    void aBatchGoesToAllShards() {
        insertTen();
        assertThat(client.sql("SELECT COUNT(*), COUNT(status), SUM(total) FROM t_order")
                        .query()
                        .singleRow()
                        .values())
                .extracting(Object::toString)
                .containsExactly("10", "7", "60.00");
    }

    @Test
    void aNullWithoutATypeIsSet() {
        insertTen();
        assertThat(jdbc.update("UPDATE t_order SET status = ? WHERE total > ?", null, 8))
                .isEqualTo(3);
        assertThat(client.sql("SELECT COUNT(*) FROM t_order WHERE status IS NULL")
                        .query(Integer.class)
                        .single())
                .isEqualTo(5);
    }

    @Test
    void generatedKeysComeBack() {
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        client.sql(INSERT).paramSource(order(4)).update(key);
        long id = Objects.requireNonNull(key.getKey()).longValue();
        assertThat(client.sql("SELECT total FROM t_order WHERE user_id = ? AND order_id = ?")
                        .params(4, id)
                        .query(BigDecimal.class)
                        .single())
                .isEqualByComparingTo("4.50");
    }

    @Test
    void aListIsAnInCondition() {
        insertTen();
        assertThat(named.queryForList(
                        "SELECT user_id FROM t_order WHERE user_id IN (:users) ORDER BY user_id DESC",
                        Map.of("users", List.of(2, 5, 9)),
                        Long.class))
                .containsExactly(9L, 5L, 2L);
    }

    @Test
    void anInsertFindsItsColumnsInTheMetadata() {
        SimpleJdbcInsert insert = new SimpleJdbcInsert(jdbc).withTableName("t_order_item");
        insert.execute(Map.of("item_id", 1, "order_id", 2, "user_id", 3, "product", "tea", "quantity", 4));
        assertThat(client.sql("SELECT product FROM t_order_item WHERE user_id = 3 AND order_id = 2")
                        .query(String.class)
                        .single())
                .isEqualTo("tea");
        assertThat(insert.getInsertString()).contains("quantity");
    }

    @Test
    void exceptionsAreThoseOfSpring() {
        String sql = "INSERT INTO t_order_item (item_id, order_id, user_id, product, quantity) VALUES (?, ?, ?, ?, ?)";
        jdbc.update(sql, 1, 2, 3, "tea", 4);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> jdbc.update(sql, 1, 2, 3, "tea", 4)))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> jdbc.queryForList("SELECT nothing FROM t_order")))
                .isInstanceOf(BadSqlGrammarException.class);
    }

    @Test
    void rowsAreStreamed() {
        insertTen();
        jdbc.setFetchSize(3);
        try (var rows =
                jdbc.queryForStream("SELECT user_id FROM t_order ORDER BY user_id", (row, number) -> row.getLong(1))) {
            assertThat(rows.limit(4)).containsExactly(1L, 2L, 3L, 4L);
        }
        Integer type = jdbc.query("SELECT user_id FROM t_order ORDER BY user_id", (ResultSet rows) -> rows.getMetaData()
                .getColumnType(1));
        assertThat(type).isEqualTo(Types.BIGINT);
    }
}
