/** Findings where a rule does not fit what the databases hold. Imports the packages up to {@code route}. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.verify;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
