/** The countries that orders are shipped to, a small table that every shard holds; imports no other package of ours. */
@NullMarked
package com.example.orders.country;

import org.jspecify.annotations.NullMarked;
