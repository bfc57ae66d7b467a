package com.example.orders.order;

import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The mapper as a bean of its own, as that of countries. */
@Configuration(proxyBeanMethods = false)
class OrderConfiguration {

    @Bean
    MapperFactoryBean<OrderMapper> orderMapper(SqlSessionFactory sessions) {
        MapperFactoryBean<OrderMapper> mapper = new MapperFactoryBean<>(OrderMapper.class);
        mapper.setSqlSessionFactory(sessions);
        return mapper;
    }
}
