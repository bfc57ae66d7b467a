/**
 * The kinds of routing and their resolution to units. Imports the packages up to {@code sql}.
 */
@NullMarked
package io.shardkit.route;

import org.jspecify.annotations.NullMarked;
