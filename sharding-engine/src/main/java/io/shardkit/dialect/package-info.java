/**
 * Differences between MySQL, MariaDB, PostgreSQL and H2, as facts that are asked for. Imports its own rooms and {@code
 * error}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
