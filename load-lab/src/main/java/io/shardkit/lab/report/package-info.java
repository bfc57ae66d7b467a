/** The report of a run: its model, its page, its JSON file, and the comparison of two; it imports {@code load}. */
@NullMarked
package io.shardkit.lab.report;

import org.jspecify.annotations.NullMarked;
