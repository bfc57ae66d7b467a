/** The report of a run: its model, its page, its JSON file, and the comparison of two; imports no other package of ours. */
@NullMarked
package io.shardkit.lab.report;

import org.jspecify.annotations.NullMarked;
