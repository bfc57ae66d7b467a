/**
 * Provokes each finding of a verification. Imports what {@code io.shardkit.verify} may import, JUnit, and databases.
 */
@NullMarked
package io.shardkit.verify;

import org.jspecify.annotations.NullMarked;
