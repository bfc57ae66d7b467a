/**
 * Reads statements that are known by their first words: SET, SHOW, EXPLAIN, transactions, DDL.
 * Imports {@code sql.statement} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.command;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
