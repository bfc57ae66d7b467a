/**
 * Statements that ask lookup tables, or keep them: what is asked, and what is written beside. Data only.
 * Imports {@code plan} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan.lookup;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
