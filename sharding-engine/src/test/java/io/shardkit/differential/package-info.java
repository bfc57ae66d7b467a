/**
 * The engine's proof: every statement also runs on one unsharded database, and the answers must be equal or the statement refused with a code.
 * Imports {@code testing} and the engine's public packages.
 */
@NullMarked
package io.shardkit.differential;

import org.jspecify.annotations.NullMarked;
