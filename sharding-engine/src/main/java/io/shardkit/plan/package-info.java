/**
 * The execution plan as data; all that execution sees of planning. Imports the layers up to {@code merge}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
