/**
 * The command line: operations on the databases of a file, thin over the engine. Imports {@code
 * io.shardkit.boot.autoconfigure} and the engine.
 */
@NullMarked
package io.shardkit.admin;

import org.jspecify.annotations.NullMarked;
