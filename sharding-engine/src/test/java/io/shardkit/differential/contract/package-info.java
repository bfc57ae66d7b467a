/**
 * Sessions, statements and transactions side by side with the driver's own.
 * Imports {@code testing}.
 */
@NullMarked
package io.shardkit.differential.contract;

import org.jspecify.annotations.NullMarked;
