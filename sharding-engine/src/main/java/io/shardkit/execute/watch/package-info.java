/**
 * Calls that end at a deadline: what cancels them and takes connections away.
 * Imports the layers up to {@code plan}.
 */
@NullMarked
package io.shardkit.execute.watch;

import org.jspecify.annotations.NullMarked;
