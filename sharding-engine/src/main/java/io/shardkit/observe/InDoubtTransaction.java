package io.shardkit.observe;

import java.time.Duration;

/**
 * A part of an atomic transaction that a database has prepared, or may have before it stopped to answer this process, and
 * that has not been ended by the one who prepared it.
 * Its locks are held until it is; that happens by itself.
 *
 * @param transaction names the transaction, as the row of the decision does
 * @param dataSource where it is prepared
 * @param name by which the database lists it
 * @param age since this process first saw it
 * @param problem what kept it from being ended when that was last tried; empty if it was not yet time
 */
public record InDoubtTransaction(String transaction, String dataSource, String name, Duration age, String problem) {}
