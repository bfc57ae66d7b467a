package com.example.orders.byhand;

import com.example.orders.country.Country;
import com.example.orders.country.CountryMapper;
import java.util.List;

/** The countries of both databases: written to each, read from where the transaction is. */
final class CountriesByHand implements CountryMapper {

    private final Databases databases;
    private final List<CountryMapper> copies;

    CountriesByHand(Databases databases) {
        this.databases = databases;
        this.copies = databases.mappers(CountryMapper.class);
    }

    @Override
    public List<Country> findAll() {
        return any().findAll();
    }

    @Override
    public long countByCode(String code) {
        return any().countByCode(code);
    }

    @Override
    public void insert(Country country) {
        copies.forEach(copy -> copy.insert(country));
    }

    private CountryMapper any() {
        return copies.get(databases.any());
    }
}
