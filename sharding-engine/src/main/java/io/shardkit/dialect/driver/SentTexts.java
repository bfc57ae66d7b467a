package io.shardkit.dialect.driver;

/**
 * Marks, as a wrapped interface, a result whose getBytes gives each value as the string that the server sent, also of
 * numbers and times, whatever string the driver's getString makes of them. To be asked for by isWrapperFor only.
 */
public interface SentTexts {}
