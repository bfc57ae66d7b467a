/** Questions to a database, and the types of its answers. Imports nothing of the engine. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.facts;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
