/**
 * Transactions that a transaction manager ends, by the X/Open XA interface: a resource for each data source.
 * Imports {@code execute.session} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.xa;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
