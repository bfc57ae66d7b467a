/**
 * What several units wrote, as one answer.
 * Imports {@code execute.driver} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.write;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
