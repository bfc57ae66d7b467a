/** Orders: the REST resource, its transactions, and its SQL; may import {@code country}, {@code web} and {@code byhand}. */
@NullMarked
package com.example.orders.order;

import org.jspecify.annotations.NullMarked;
