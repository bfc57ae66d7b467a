/**
 * Calls to several units at a time.
 * Imports {@code execute.session} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.scatter;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
