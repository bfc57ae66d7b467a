/** The documentation's pages: their snippets are compiled and run here, and their links lead somewhere. */
@NullMarked
package io.shardkit.docs;

import org.jspecify.annotations.NullMarked;
