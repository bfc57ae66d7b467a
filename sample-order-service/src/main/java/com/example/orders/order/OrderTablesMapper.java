package com.example.orders.order;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/**
 * The statements of {@link OrderMapper} on the tables of one database, for the profile {@code by-hand}: the number of the
 * table is part of its name, and what is asked of several tables is united here.
 */
interface OrderTablesMapper {

    @Insert(
            """
            INSERT INTO t_order${table} (order_id, user_id, country_code, status, total_amount, created_at)
            VALUES (#{orderId}, #{userId}, #{countryCode}, #{status}, #{totalAmount}, #{createdAt})
            """)
    void insert(
            @Param("table") String table,
            @Param("orderId") long orderId,
            @Param("userId") long userId,
            @Param("countryCode") String countryCode,
            @Param("status") OrderStatus status,
            @Param("totalAmount") BigDecimal totalAmount,
            @Param("createdAt") Instant createdAt);

    @Insert(
            """
            <script>
            INSERT INTO t_order_item${table} (item_id, order_id, user_id, product, quantity, unit_price) VALUES
            <foreach collection="items" item="item" index="i" separator=",">
              (#{ids[${i}]}, #{orderId}, #{userId}, #{item.product}, #{item.quantity}, #{item.unitPrice})
            </foreach>
            </script>
            """)
    void insertItems(
            @Param("table") String table,
            @Param("userId") long userId,
            @Param("orderId") long orderId,
            @Param("ids") List<Long> ids,
            @Param("items") List<NewOrder.Item> items);

    @Select(
            """
            SELECT o.order_id, o.user_id, o.country_code, o.status, o.total_amount, o.created_at,
                   i.item_id, i.product, i.quantity, i.unit_price
            FROM t_order${table} o
            JOIN t_order_item${table} i ON i.user_id = o.user_id AND i.order_id = o.order_id
            WHERE o.user_id = #{userId} AND o.order_id = #{orderId}
            ORDER BY i.item_id
            """)
    List<OrderLine> findLinesOfUser(
            @Param("table") String table, @Param("userId") long userId, @Param("orderId") long orderId);

    @Select(
            """
            SELECT o.order_id, o.user_id, o.country_code, o.status, o.total_amount, o.created_at,
                   i.item_id, i.product, i.quantity, i.unit_price
            FROM t_order${table} o
            JOIN t_order_item${table} i ON i.user_id = o.user_id AND i.order_id = o.order_id
            WHERE o.order_id = #{orderId}
            ORDER BY i.item_id
            """)
    List<OrderLine> findLines(@Param("table") String table, @Param("orderId") long orderId);

    @Select(
            """
            <script>
            <foreach collection="tables" item="table" separator=" UNION ALL ">
              SELECT order_id AS id, user_id, country_code, status, total_amount, created_at
              FROM t_order${table} WHERE user_id = #{userId}
            </foreach>
            ORDER BY created_at DESC, id DESC
            LIMIT #{size} OFFSET #{offset}
            </script>
            """)
    List<Order> findByUser(
            @Param("tables") List<String> tables,
            @Param("userId") long userId,
            @Param("size") int size,
            @Param("offset") long offset);

    @Select(
            """
            <script>
            SELECT SUM(n) FROM (
            <foreach collection="tables" item="table" separator=" UNION ALL ">
              SELECT COUNT(*) AS n FROM t_order${table} WHERE user_id = #{userId}
            </foreach>
            ) counts
            </script>
            """)
    long countByUser(@Param("tables") List<String> tables, @Param("userId") long userId);

    @Select(
            """
            <script>
            <foreach collection="tables" item="table" separator=" UNION ALL ">
              SELECT order_id AS id, user_id, country_code, status, total_amount, created_at
              FROM t_order${table} WHERE status = #{status}
            </foreach>
            ORDER BY created_at DESC, id DESC
            LIMIT #{size}
            </script>
            """)
    List<Order> findByStatus(
            @Param("tables") List<String> tables, @Param("status") OrderStatus status, @Param("size") long size);

    @Select(
            """
            <script>
            SELECT status, SUM(orders) AS orders, SUM(amount) AS amount FROM (
            <foreach collection="tables" item="table" separator=" UNION ALL ">
              SELECT status, COUNT(*) AS orders, SUM(total_amount) AS amount FROM t_order${table} GROUP BY status
            </foreach>
            ) totals
            GROUP BY status
            </script>
            """)
    List<StatusTotal> totalsByStatus(@Param("tables") List<String> tables);

    /**
     * Returns the users with at least so many orders, with their numbers of orders. A user's orders are in one database,
     * so its count is the user's total.
     */
    @Select(
            """
            <script>
            SELECT user_id, COUNT(*) AS orders FROM (
            <foreach collection="tables" item="table" separator=" UNION ALL ">
              SELECT user_id FROM t_order${table}
            </foreach>
            ) users
            GROUP BY user_id
            HAVING COUNT(*) >= #{minOrders}
            </script>
            """)
    List<FrequentCustomer> frequentCustomers(@Param("tables") List<String> tables, @Param("minOrders") long minOrders);

    @Update("UPDATE t_order${table} SET status = #{status} WHERE user_id = #{userId} AND order_id = #{orderId}")
    void updateStatus(
            @Param("table") String table,
            @Param("userId") long userId,
            @Param("orderId") long orderId,
            @Param("status") OrderStatus status);

    @Delete("DELETE FROM t_order_item${table} WHERE user_id = #{userId} AND order_id = #{orderId}")
    void deleteItems(@Param("table") String table, @Param("userId") long userId, @Param("orderId") long orderId);

    @Delete("DELETE FROM t_order${table} WHERE user_id = #{userId} AND order_id = #{orderId}")
    boolean delete(@Param("table") String table, @Param("userId") long userId, @Param("orderId") long orderId);
}
