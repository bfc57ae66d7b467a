/**
 * Proves what refusals carry, and shows the codes that no plan alone shows. Imports any package.
 */
@NullMarked
package io.shardkit.error;

import org.jspecify.annotations.NullMarked;
