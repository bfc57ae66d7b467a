/** Facts about PostgreSQL. Imports {@code dialect.facts}. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.postgresql;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
