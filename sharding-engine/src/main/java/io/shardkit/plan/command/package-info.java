/**
 * Statements about the connection, and what is answered without rows of tables. Data and SQL only.
 * Imports {@code plan} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan.command;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
