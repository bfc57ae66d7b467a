/** Tests of the import of configurations from elsewhere, through real contexts and on H2. */
@NullMarked
package io.shardkit.boot.imports;

import org.jspecify.annotations.NullMarked;
