/** Tests of the driver, through DriverManager and tools, on H2. */
@NullMarked
package io.shardkit.driver;

import org.jspecify.annotations.NullMarked;
