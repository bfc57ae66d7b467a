/**
 * The inputs and answers of a front end, the drivers' statements with their settings and keys, and single calls. Imports
 * {@code execute.session} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.driver;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
