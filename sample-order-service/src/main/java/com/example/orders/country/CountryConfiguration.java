package com.example.orders.country;

import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The mapper as a bean of its own: MyBatis' scan for mappers fails in a context that was processed ahead of time. */
@Configuration(proxyBeanMethods = false)
class CountryConfiguration {

    @Bean
    @Profile("!by-hand")
    MapperFactoryBean<CountryMapper> countryMapper(SqlSessionFactory sessions) {
        MapperFactoryBean<CountryMapper> mapper = new MapperFactoryBean<>(CountryMapper.class);
        mapper.setSqlSessionFactory(sessions);
        return mapper;
    }
}
