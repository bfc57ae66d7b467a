/**
 * Calls that end at a deadline: what cancels them and takes connections away.
 * Imports the layers up to {@code plan}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.watch;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
