/**
 * MERGE of one row that is made of values, which the parser does not know. Imports {@code sql.text},
 * {@code sql.statement}, {@code rule} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.merge;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
