package com.example.shop;

import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;

/** Plain SQL on the logical table. */
@Mapper
public interface OrderMapper {

    @Insert("INSERT INTO t_order (user_id, product, price) VALUES (#{userId}, #{product}, #{price})")
    @Options(useGeneratedKeys = true, keyProperty = "orderId", keyColumn = "order_id")
    void insert(Order order);

    /** Asks the database of the user. */
    @Select("SELECT order_id, user_id, product, price FROM t_order WHERE user_id = #{userId} ORDER BY order_id")
    List<Order> findByUser(long userId);

    /** Asks both databases, and adds their answers up. */
    @Select(
            """
            SELECT product, COUNT(*) AS orders, SUM(price) AS amount
            FROM t_order
            GROUP BY product
            ORDER BY product
            """)
    List<ProductTotal> totals();
}
