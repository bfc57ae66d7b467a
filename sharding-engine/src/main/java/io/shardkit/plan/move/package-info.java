/**
 * Rows whose sharding key an UPDATE changes: how they are found, and carried to where they belong. Data and texts only.
 * Imports {@code plan} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan.move;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
