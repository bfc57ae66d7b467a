/**
 * Proof that the suites notice what goes wrong. Imports the other packages of {@code differential}.
 */
@NullMarked
package io.shardkit.differential.harness;

import org.jspecify.annotations.NullMarked;
