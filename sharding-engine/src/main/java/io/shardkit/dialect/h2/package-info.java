/** Facts about H2. Imports {@code dialect.facts}. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.h2;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
