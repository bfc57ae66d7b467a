package com.example.orders.order;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/**
 * Statements on {@code t_order} and {@code t_order_item}, plain SQL on the logical tables. Both are sharded by the
 * user (which database) and the order (which table): a statement that names both runs on one shard only.
 */
@Mapper
public interface OrderMapper {

    @Insert(
            """
            INSERT INTO t_order (user_id, country_code, status, total_amount, created_at)
            VALUES (#{userId}, #{countryCode}, #{status}, #{totalAmount}, #{createdAt})
            """)
    @Options(useGeneratedKeys = true, keyProperty = "key.value", keyColumn = "order_id")
    void insert(
            @Param("userId") long userId,
            @Param("countryCode") String countryCode,
            @Param("status") OrderStatus status,
            @Param("totalAmount") BigDecimal totalAmount,
            @Param("createdAt") Instant createdAt,
            @Param("key") GeneratedKey key);

    @Insert(
            """
            <script>
            INSERT INTO t_order_item (order_id, user_id, product, quantity, unit_price) VALUES
            <foreach collection="items" item="item" separator=",">
              (#{orderId}, #{userId}, #{item.product}, #{item.quantity}, #{item.unitPrice})
            </foreach>
            </script>
            """)
    void insertItems(
            @Param("userId") long userId, @Param("orderId") long orderId, @Param("items") List<NewOrder.Item> items);

    @Select(
            """
            SELECT o.order_id, o.user_id, o.country_code, o.status, o.total_amount, o.created_at,
                   i.item_id, i.product, i.quantity, i.unit_price
            FROM t_order o
            JOIN t_order_item i ON i.user_id = o.user_id AND i.order_id = o.order_id
            WHERE o.user_id = #{userId} AND o.order_id = #{orderId}
            ORDER BY i.item_id
            """)
    List<OrderLine> findLinesOfUser(@Param("userId") long userId, @Param("orderId") long orderId);

    @Select(
            """
            SELECT o.order_id, o.user_id, o.country_code, o.status, o.total_amount, o.created_at,
                   i.item_id, i.product, i.quantity, i.unit_price
            FROM t_order o
            JOIN t_order_item i ON i.user_id = o.user_id AND i.order_id = o.order_id
            WHERE o.order_id = #{orderId}
            ORDER BY i.item_id
            """)
    List<OrderLine> findLines(@Param("orderId") long orderId);

    @Select(
            """
            SELECT order_id AS id, user_id, country_code, status, total_amount, created_at
            FROM t_order
            WHERE user_id = #{userId}
            ORDER BY created_at DESC, order_id DESC
            LIMIT #{size} OFFSET #{offset}
            """)
    List<Order> findByUser(@Param("userId") long userId, @Param("size") int size, @Param("offset") long offset);

    @Select("SELECT COUNT(*) FROM t_order WHERE user_id = #{userId}")
    long countByUser(@Param("userId") long userId);

    @Select(
            """
            SELECT order_id AS id, user_id, country_code, status, total_amount, created_at
            FROM t_order
            WHERE status = #{status}
            ORDER BY created_at DESC, order_id DESC
            LIMIT #{size} OFFSET #{offset}
            """)
    List<Order> findByStatus(
            @Param("status") OrderStatus status, @Param("size") int size, @Param("offset") long offset);

    @Select("SELECT COUNT(*) FROM t_order WHERE status = #{status}")
    long countByStatus(@Param("status") OrderStatus status);

    @Select("SELECT COUNT(*) FROM t_order")
    long count();

    @Select(
            """
            SELECT status, COUNT(*) AS orders, SUM(total_amount) AS amount
            FROM t_order
            GROUP BY status
            ORDER BY status
            """)
    List<StatusTotal> totalsByStatus();

    @Select(
            """
            SELECT user_id, COUNT(*) AS orders
            FROM t_order
            GROUP BY user_id
            HAVING COUNT(*) >= #{minOrders}
            ORDER BY user_id
            """)
    List<FrequentCustomer> frequentCustomers(@Param("minOrders") long minOrders);

    @Update("UPDATE t_order SET status = #{status} WHERE user_id = #{userId} AND order_id = #{orderId}")
    void updateStatus(
            @Param("userId") long userId, @Param("orderId") long orderId, @Param("status") OrderStatus status);

    @Delete("DELETE FROM t_order_item WHERE user_id = #{userId} AND order_id = #{orderId}")
    void deleteItems(@Param("userId") long userId, @Param("orderId") long orderId);

    @Delete("DELETE FROM t_order WHERE user_id = #{userId} AND order_id = #{orderId}")
    boolean delete(@Param("userId") long userId, @Param("orderId") long orderId);
}
