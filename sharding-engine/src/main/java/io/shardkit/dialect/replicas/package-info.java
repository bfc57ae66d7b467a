/** Questions to each database about its replication. Imports nothing of the engine. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.replicas;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
