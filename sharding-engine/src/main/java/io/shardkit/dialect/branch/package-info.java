/** Statements by which databases commit in two phases. Imports {@code error}. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.branch;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
