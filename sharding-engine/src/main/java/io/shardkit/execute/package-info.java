/**
 * The databases and single connections to them, and what went wrong there.
 * Imports {@code execute.watch} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
