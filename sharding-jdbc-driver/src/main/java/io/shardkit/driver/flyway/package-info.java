/** Lets Flyway take the driver's URLs. Imports {@code io.shardkit.driver} and Flyway; nothing else needs Flyway. */
@NullMarked
package io.shardkit.driver.flyway;

import org.jspecify.annotations.NullMarked;
