/**
 * Many row streams into one, by column offset.
 * Imports {@code merge.memory} and the layers up to {@code route}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.merge;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
