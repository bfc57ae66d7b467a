/**
 * The server as an application of Spring Boot: its properties, its port, its start and its end. Imports all packages
 * below it.
 */
@NullMarked
package io.shardkit.proxy;

import org.jspecify.annotations.NullMarked;
