package com.example.orders.order;

import com.example.orders.byhand.Databases;
import com.example.orders.byhand.Keys;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The mapper as a bean of its own, as that of countries. */
@Configuration(proxyBeanMethods = false)
class OrderConfiguration {

    @Bean
    @Profile("!by-hand")
    MapperFactoryBean<OrderMapper> orderMapper(SqlSessionFactory sessions) {
        MapperFactoryBean<OrderMapper> mapper = new MapperFactoryBean<>(OrderMapper.class);
        mapper.setSqlSessionFactory(sessions);
        return mapper;
    }

    @Bean
    @Profile("by-hand")
    OrderMapper ordersByHand(Databases databases, Keys keys) {
        return new OrdersByHand(databases, keys);
    }
}
