/** Real database servers in the JVM's own processes, for tests, load tests and development; imports nothing of ours. */
@NullMarked
package com.example.orders.servers;

import org.jspecify.annotations.NullMarked;
