/**
 * Statements without their literals, so that those which differ in these alone share a plan.
 * Imports {@code sql.text} and {@code sql.statement}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.shape;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
