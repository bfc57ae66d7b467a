/** The documentation's pages on the engine: generated, or run, or compared with the code. Imports the whole engine. */
@NullMarked
package io.shardkit.docs;

import org.jspecify.annotations.NullMarked;
