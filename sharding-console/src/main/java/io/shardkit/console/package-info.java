/**
 * A page under the actuator's path that shows the shards of a running application, and what it asks for. Imports {@code
 * boot} and the engine's API.
 */
@NullMarked
package io.shardkit.console;

import org.jspecify.annotations.NullMarked;
