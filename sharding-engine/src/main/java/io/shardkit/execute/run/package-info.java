/**
 * The front door of execution: a session, a bound plan and parameters in, rows or a count out.
 * Imports {@code execute.query}, {@code execute.write} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.run;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
