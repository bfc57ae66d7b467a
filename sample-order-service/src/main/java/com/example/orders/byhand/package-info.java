/**
 * Orders over two databases without a sharding framework, for the profile {@code by-hand}: what the load test compares
 * Shardkit with. May import {@code country}.
 */
@NullMarked
package com.example.orders.byhand;

import org.jspecify.annotations.NullMarked;
