/**
 * The backend of the sessions: logical databases, statements that run there, and errors as a server tells them. Imports
 * {@code io.shardkit.execute.driver}, {@code io.shardkit.dialect.driver} and {@code io.shardkit.error}.
 */
@NullMarked
package io.shardkit.proxy.backend;

import org.jspecify.annotations.NullMarked;
