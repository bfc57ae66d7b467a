package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.orders.byhand.Databases;
import com.jayway.jsonpath.JsonPath;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;

/** The contract on the sharded tables without a sharding framework. */
abstract class ByHandContract extends OrderServiceContract {

    @Autowired
    @Qualifier("ds0") DataSource first;

    @Autowired
    @Qualifier("ds1") DataSource second;

    @Autowired
    Databases databases;

    /** In the place where the profile {@code sharding} looks for it. */
    @Test
    void keepsEachOrderWhereShardingWouldKeepIt() {
        for (int i = 0; i < 8; i++) {
            long user = newUser();
            long order = Long.parseLong(JsonPath.read(place(user, "1.00"), "$.id"));

            assertThat(databases.ofUser(user)).isEqualTo(Math.floorMod(user, 2)).isEqualTo(databases.ofOrder(order));
            int table = Math.abs(Long.hashCode(order)) % 4;
            for (String name : List.of("t_order_", "t_order_item_")) {
                for (int n = 0; n < 4; n++) {
                    assertThat(count(first, name + n, order)).isEqualTo(n == table && user % 2 == 0 ? 1 : 0);
                    assertThat(count(second, name + n, order)).isEqualTo(n == table && user % 2 == 1 ? 1 : 0);
                }
            }
        }
    }

    private static long count(DataSource pool, String table, long order) {
        Long count = new JdbcTemplate(pool)
                .queryForObject("SELECT COUNT(*) FROM " + table + " WHERE order_id = ?", Long.class, order);
        return count == null ? 0 : count;
    }
}
