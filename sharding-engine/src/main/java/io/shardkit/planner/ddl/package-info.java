/**
 * Plans DDL.
 * Imports the rooms of {@code planner} before it.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.ddl;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
