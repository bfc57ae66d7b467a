/**
 * Loads and what they measure: closed and open loops, warm-up, turns between contenders, ratios with their intervals. It
 * imports nothing of the other packages.
 */
@NullMarked
package io.shardkit.lab.load;

import org.jspecify.annotations.NullMarked;
