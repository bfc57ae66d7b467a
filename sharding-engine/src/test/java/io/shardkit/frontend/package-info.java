/** Another front end than JDBC, to show that there can be one. */
@NullMarked
package io.shardkit.frontend;

import org.jspecify.annotations.NullMarked;
