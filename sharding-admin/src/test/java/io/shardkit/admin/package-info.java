/** Tests of the command line, on all databases. */
@NullMarked
package io.shardkit.admin;

import org.jspecify.annotations.NullMarked;
