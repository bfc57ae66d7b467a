package io.shardkit.loadtest;

import java.nio.file.Path;

/**
 * The jar and the folder that the order services are started from.
 *
 * @param jar the executable jar
 * @param folder for their rules and their logs
 * @param peer whether the jar holds the peer as well
 */
record Application(Path jar, Path folder, boolean peer) {}
