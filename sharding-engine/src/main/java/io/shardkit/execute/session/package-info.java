/**
 * Sessions: the logical connections over physical ones, their transactions and settings.
 * Imports {@code execute.transaction} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.session;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
