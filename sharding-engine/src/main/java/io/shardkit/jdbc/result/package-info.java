/**
 * Result sets and their columns.
 * Imports {@code execute} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.jdbc.result;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
