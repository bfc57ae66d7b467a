/** The order service: where it starts and what it starts with; may import every package below it. */
@NullMarked
package com.example.orders;

import org.jspecify.annotations.NullMarked;
