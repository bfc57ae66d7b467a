/**
 * Rows whose sharding key an UPDATE changes: finding them and carrying them to their goal. Data and SQL only. Imports
 * {@code plan} and the layers below it.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan.move;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
