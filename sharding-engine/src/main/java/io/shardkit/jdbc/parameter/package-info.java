/**
 * Values of parameters that are more than recorded, and what is known of parameters.
 * Imports {@code error} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.jdbc.parameter;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
