package com.example.shop;

import java.math.BigDecimal;

/** The orders of one product. */
public record ProductTotal(String product, long orders, BigDecimal amount) {}
