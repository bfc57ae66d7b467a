/**
 * Recognises statements that name no table of Shardkit's, which a database gets as they were written.
 * Imports {@code sql.text}, {@code rule} and {@code dialect}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.passthrough;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
