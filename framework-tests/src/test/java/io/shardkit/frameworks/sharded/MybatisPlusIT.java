package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.PaginationInnerInterceptor;
import com.baomidou.mybatisplus.extension.plugins.pagination.Page;
import com.baomidou.mybatisplus.extension.spring.MybatisSqlSessionFactoryBean;
import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInfo;
import com.github.pagehelper.PageInterceptor;
import io.shardkit.frameworks.unsharded.ShopDatabases;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.LongStream;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;

/** MyBatis with MyBatis-Plus' mappers, and with PageHelper. */
class MybatisPlusIT {

    // region: mybatis-plus-entity
    @TableName("t_order")
    public static class Order {
        @TableId(type = IdType.ASSIGN_ID)
        public @Nullable Long orderId;

        public @Nullable Long userId;
        public @Nullable String status;
    }

    public interface OrderMapper extends BaseMapper<Order> {
        @Select("SELECT * FROM t_order WHERE user_id = #{userId} ORDER BY order_id")
        List<Order> ofUser(long userId);
    }
    // endregion

    private static SqlSession open(ShopDatabases databases, Interceptor... plugins) throws Exception {
        MybatisConfiguration configuration = new MybatisConfiguration();
        configuration.setMapUnderscoreToCamelCase(true);
        configuration.addMapper(OrderMapper.class);
        MybatisSqlSessionFactoryBean factory = new MybatisSqlSessionFactoryBean();
        factory.setDataSource(databases.logical);
        factory.setConfiguration(configuration);
        factory.setPlugins(plugins);
        SqlSessionFactory sessions = Objects.requireNonNull(factory.getObject());
        return sessions.openSession(true);
    }

    // region: mybatis-plus-pages
    static MybatisPlusInterceptor pages() {
        MybatisPlusInterceptor interceptor = new MybatisPlusInterceptor();
        interceptor.addInnerInterceptor(new PaginationInnerInterceptor());
        return interceptor;
    }
    // endregion

    private static Order order(long user) {
        Order order = new Order();
        order.userId = user;
        order.status = "NEW";
        return order;
    }

    @ParameterizedTest
    @OnDatabases
    void savesMovesAndPages(TestDatabase kind) throws Exception {
        try (ShopDatabases databases = new ShopDatabases(kind);
                SqlSession session = open(databases, pages())) {
            databases.jdbc.execute(ShopDatabases.ORDERS);
            OrderMapper mapper = session.getMapper(OrderMapper.class);
            List<Order> orders =
                    LongStream.range(0, 10).mapToObj(MybatisPlusIT::order).toList();
            assertThat(mapper.insert(orders.get(0))).isEqualTo(1);
            assertThat(mapper.insert(orders.subList(1, 10)).stream()
                            .flatMapToInt(result -> Arrays.stream(result.getUpdateCounts())))
                    .hasSize(9)
                    .containsOnly(1);

            Order same = mapper.selectById(orders.get(3).orderId);
            same.status = "PAID";
            assertThat(mapper.updateById(same)).isEqualTo(1);
            Order moved = mapper.selectById(orders.get(4).orderId);
            moved.userId = 7L;
            assertThat(mapper.updateById(moved)).isEqualTo(1);
            assertThat(mapper.ofUser(7))
                    .hasSize(2)
                    .extracting(order -> order.orderId)
                    .contains(moved.orderId);
            assertThat(mapper.insertOrUpdate(moved)).isTrue();

            Page<Order> page = mapper.selectPage(
                    new Page<>(2, 3),
                    new QueryWrapper<Order>().orderByDesc("user_id").orderByAsc("order_id"));
            assertThat(page.getTotal()).isEqualTo(10);
            assertThat(page.getRecords()).extracting(order -> order.userId).containsExactly(7L, 6L, 5L);
            assertThat(mapper.selectCount(new QueryWrapper<Order>().eq("status", "NEW")))
                    .isEqualTo(9);
            assertThat(mapper.deleteById(orders.get(0).orderId)).isEqualTo(1);
            assertThat(mapper.deleteByIds(List.of(
                            Objects.requireNonNull(orders.get(1).orderId),
                            Objects.requireNonNull(orders.get(2).orderId))))
                    .isEqualTo(2);
            assertThatThrownBy(() -> mapper.delete(null)).hasStackTraceContaining("SK-2041");
            assertThat(mapper.selectCount(null)).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void pageHelperCounts(TestDatabase kind) throws Exception {
        PageInterceptor plugin = new PageInterceptor();
        plugin.setProperties(new Properties());
        try (ShopDatabases databases = new ShopDatabases(kind);
                SqlSession session = open(databases, plugin)) {
            databases.jdbc.execute(ShopDatabases.ORDERS);
            for (int order = 0; order < 20; order++) {
                databases.jdbc.update("INSERT INTO t_order VALUES (?, ?, 'NEW')", order, order % 7);
            }
            OrderMapper mapper = session.getMapper(OrderMapper.class);
            PageHelper.startPage(2, 6, "order_id DESC");
            PageInfo<Order> page = new PageInfo<>(mapper.selectList(null));
            assertThat(page.getTotal()).isEqualTo(20);
            assertThat(page.getList()).extracting(order -> order.orderId).containsExactly(13L, 12L, 11L, 10L, 9L, 8L);
            // region: page-helper
            PageHelper.startPage(1, 2);
            PageInfo<Order> ofUser = new PageInfo<>(mapper.ofUser(3));
            // endregion
            assertThat(ofUser.getTotal()).isEqualTo(3);
            assertThat(ofUser.getList()).extracting(order -> order.orderId).containsExactly(3L, 10L);
        }
    }
}
