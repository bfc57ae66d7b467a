/** Differences between JDBC drivers, apart from those between their servers. Imports nothing of the engine. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.driver;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
