/**
 * Instances of an application that keep to one rule: the tables by which they agree on it, the decision at the start, and
 * the look for a newer rule while they run.
 */
@NullMarked
@API(status = API.Status.INTERNAL)
package io.shardkit.membership;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
