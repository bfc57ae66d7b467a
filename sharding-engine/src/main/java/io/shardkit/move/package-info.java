/**
 * Moves actual tables between data sources while they are used, and switches the rule of all instances to where they are
 * then; there is a way back until it is closed.
 */
@NullMarked
@API(status = API.Status.INTERNAL)
package io.shardkit.move;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
