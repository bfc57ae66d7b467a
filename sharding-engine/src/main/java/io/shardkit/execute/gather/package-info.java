/**
 * Rows of several units copied to one data source, and what is asked there.
 * Imports {@code execute.driver}, {@code execute.scatter} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.gather;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
