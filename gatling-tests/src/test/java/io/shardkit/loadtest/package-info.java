/**
 * The load test of the sample order service: runs it over one database and over sharded ones, measures both with
 * Gatling and proves from the databases that nothing was lost or doubled. It may import Gatling, the JDK, Jackson and
 * the sample's embedded database servers; nothing imports it.
 */
@NullMarked
package io.shardkit.loadtest;

import org.jspecify.annotations.NullMarked;
