/** The common parts of all REST resources: pages of results and RFC 9457 problems; imports no other package of ours. */
@NullMarked
package com.example.orders.web;

import org.jspecify.annotations.NullMarked;
