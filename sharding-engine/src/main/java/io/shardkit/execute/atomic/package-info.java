/**
 * Commits over several databases that all of them make or none, with the decision as a row in one of them. Imports
 * {@code execute.transaction}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.atomic;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
