/**
 * Errors: one enum of codes and the JDBC exceptions that carry them, and the failure that is added to a database's own.
 * Imports nothing of the engine.
 */
@NullMarked
package io.shardkit.error;

import org.jspecify.annotations.NullMarked;
