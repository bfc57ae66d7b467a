package io.shardkit.export;

/**
 * A file for an engine. It has no passwords, but placeholders for them.
 *
 * @param name its path within the folder of the engine, with slashes
 * @param text its content
 */
public record ExportFile(String name, String text) {}
