package com.example.orders.country;

import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** Statements on {@code t_country}, a broadcast table: written to every database, read from any one. */
@Mapper
public interface CountryMapper {

    /** All countries by code. */
    @Select("SELECT code, name FROM t_country ORDER BY code")
    List<Country> findAll();

    /** One if the country is known, else zero. */
    @Select("SELECT COUNT(*) FROM t_country WHERE code = #{code}")
    long countByCode(String code);

    /** Adds one country; fails if its code is taken. */
    @Insert("INSERT INTO t_country (code, name) VALUES (#{code}, #{name})")
    void insert(Country country);
}
