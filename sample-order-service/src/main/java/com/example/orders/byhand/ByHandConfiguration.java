package com.example.orders.byhand;

import com.example.orders.country.CountryMapper;
import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.SqlSessionTemplate;
import org.mybatis.spring.boot.autoconfigure.MybatisProperties;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.io.Resource;

/** One or two pools and what a person writes who shards without a framework. */
@org.springframework.context.annotation.Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MybatisProperties.class)
@Profile("by-hand")
class ByHandConfiguration {

    @Bean
    @ConfigurationProperties("by-hand.ds0")
    HikariDataSource ds0() {
        return new HikariDataSource();
    }

    @Bean
    @ConfigurationProperties("by-hand.ds1")
    HikariDataSource ds1() {
        return new HikariDataSource();
    }

    @Bean
    CommitOneByOne transactionManager() {
        return new CommitOneByOne();
    }

    @Bean
    Keys keys(@Value("${by-hand.worker-id}") int worker, Databases databases) {
        return new Keys(worker, databases.count());
    }

    @Bean
    Databases databases(
            @Qualifier("ds0") DataSource first,
            @Qualifier("ds1") DataSource second,
            CommitOneByOne transactions,
            MybatisProperties mybatis,
            @Value("${by-hand.databases}") int count,
            @Value("${by-hand.tables}") int tables,
            @Value("classpath:schema-${spring.sql.init.platform}.sql") Resource schema)
            throws Exception {
        List<DataSource> pools = List.of(first, second).subList(0, count);
        List<SqlSessionTemplate> sessions = new ArrayList<>();
        for (DataSource pool : pools) {
            sessions.add(sessions(pool, mybatis));
        }
        Databases databases = new Databases(pools, sessions, transactions, tables);
        for (DataSource pool : pools) {
            PhysicalSchema.create(schema, databases.tables(), pool);
        }
        return databases;
    }

    @Bean
    CountryMapper countryMapper(Databases databases) {
        return new CountriesByHand(databases);
    }

    /** As MyBatis' own auto-configuration makes it where there is one DataSource. */
    private static SqlSessionTemplate sessions(DataSource pool, MybatisProperties properties) throws Exception {
        Configuration configuration = new Configuration();
        if (properties.getConfiguration() != null) {
            properties.getConfiguration().applyTo(configuration);
        }
        SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
        factory.setDataSource(pool);
        factory.setConfiguration(configuration);
        factory.setTypeHandlersPackage(properties.getTypeHandlersPackage());
        SqlSessionFactory made = factory.getObject();
        if (made == null) {
            throw new IllegalStateException("no session factory was made");
        }
        return new SqlSessionTemplate(made);
    }
}
