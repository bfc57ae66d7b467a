/**
 * What a database is asked, and what it answers in. Imports nothing of the engine.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.facts;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
