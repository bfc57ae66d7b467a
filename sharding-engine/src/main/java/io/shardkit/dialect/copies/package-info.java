/** Questions to a database for making a table that is like another one. Imports nothing of the engine. */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.dialect.copies;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
