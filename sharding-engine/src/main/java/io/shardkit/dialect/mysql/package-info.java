/** Facts about MySQL and MariaDB. Imports {@code dialect.facts}. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.mysql;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
