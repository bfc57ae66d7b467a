/** Keeps Java values in columns where MyBatis' own way will not do; imports no other package of ours. */
@NullMarked
package com.example.orders.mybatis;

import org.jspecify.annotations.NullMarked;
