package com.example.orders.country;

/**
 * A country that orders are shipped to.
 *
 * @param code two capital letters, as in ISO 3166-1
 * @param name in English
 */
public record Country(String code, String name) {}
