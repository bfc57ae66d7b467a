package com.example.orders.country;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.boot.test.autoconfigure.MybatisTest;
import org.springframework.beans.factory.annotation.Autowired;

/** A mapper alone, over the sharded databases in memory. */
@MybatisTest
class CountryMapperTest {
    @Autowired
    private CountryMapper countries;

    @Autowired
    private DataSource dataSource;

    @Test
    void readsABroadcastTable() {
        assertThat(countries.findAll()).isNotNull();
        assertThat(dataSource).isInstanceOf(ShardingDataSource.class);
    }
}
