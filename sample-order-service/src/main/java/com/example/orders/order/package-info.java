/** Orders: the REST resource, its transactions, and its SQL; may import {@code country} and {@code web}. */
@NullMarked
package com.example.orders.order;

import org.jspecify.annotations.NullMarked;
