/**
 * Finds changes that would make a statement cheaper, by planning the statement with each change. Imports {@code
 * planner.command}, {@code planner.analysis} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.advice;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
