/**
 * What does not fit between a rule and what the databases hold, as findings. Imports the packages up to {@code route}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.verify;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
