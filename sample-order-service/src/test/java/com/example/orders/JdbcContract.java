package com.example.orders;

/** The contract on one ordinary DataSource. */
abstract class JdbcContract extends OrderServiceContract {}
