/**
 * The audit: what the statements of an application that is not sharded would cost by a rule. Imports
 * {@code boot.autoconfigure} and the engine.
 */
@NullMarked
package io.shardkit.boot.audit;

import org.jspecify.annotations.NullMarked;
