/**
 * The kinds of routing and their resolution to units. Imports the packages up to {@code sql}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.route;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
