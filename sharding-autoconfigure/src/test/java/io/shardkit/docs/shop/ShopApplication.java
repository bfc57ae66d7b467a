package io.shardkit.docs.shop;

// region: shop
import io.shardkit.observe.StatementListener;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;

@SpringBootApplication
public class ShopApplication {

    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }

    @Bean
    ApplicationRunner shop(JdbcClient jdbc) {
        return arguments -> {
            GeneratedKeyHolder key = new GeneratedKeyHolder();
            for (long user = 1; user <= 4; user++) {
                jdbc.sql("INSERT INTO t_order (user_id, status) VALUES (?, 'NEW')")
                        .param(user)
                        .update(key);
                jdbc.sql("INSERT INTO t_order_item (order_id, user_id, product) VALUES (?, ?, 'Tea')")
                        .params(key.getKey(), user)
                        .update();
            }

            System.out.println("An order of a user:");
            jdbc.sql("SELECT status FROM t_order WHERE user_id = ? AND order_id = ?")
                    .params(4, key.getKey())
                    .query()
                    .singleRow();

            System.out.println("All of a user's orders with their items:");
            String itemsOfUser =
                    """
                    SELECT o.order_id, i.product FROM t_order o
                    JOIN t_order_item i ON i.user_id = o.user_id AND i.order_id = o.order_id
                    WHERE o.user_id = ?""";
            jdbc.sql(itemsOfUser).param(4).query().listOfRows();

            System.out.println("All orders:");
            int orders = jdbc.sql("SELECT COUNT(*) FROM t_order")
                    .query(Integer.class)
                    .single();
            System.out.println(orders + " orders");

            System.out.println("Something that is refused:");
            try {
                jdbc.sql("UPDATE t_order SET user_id = 5 WHERE user_id = 4").update();
            } catch (DataAccessException e) {
                System.out.println(e.getMostSpecificCause().getMessage());
            }
        };
    }

    @Bean
    StatementListener printer() {
        return new StatementListener() {
            @Override
            public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
                if (sql.startsWith("SELECT")) {
                    System.out.println("  " + dataSource + ": " + sql.replace("\n", "\n       "));
                }
            }
        };
    }
}
// endregion
