/** The measured subjects: the code by hand, Shardkit, and a peer if it is there. It may import {@code database}. */
@NullMarked
package io.shardkit.benchmarks.subject;

import org.jspecify.annotations.NullMarked;
