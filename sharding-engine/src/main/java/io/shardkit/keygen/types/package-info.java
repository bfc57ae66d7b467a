/**
 * The types of key generators that a configuration can name: the built-ins, and the registry of these and an application's own.
 * Imports the packages up to {@code keygen}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.keygen.types;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
