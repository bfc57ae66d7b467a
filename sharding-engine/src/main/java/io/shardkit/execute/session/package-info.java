/**
 * What stands for one logical connection: its physical ones and their settings.
 * Imports {@code execute.transaction} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.session;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
