package io.shardkit.dialect.driver;

/**
 * What a result is a wrapper for whose getBytes gives each value as the text that the server sent, also of numbers and
 * times, whatever text the driver's getString makes of them. To be asked for by isWrapperFor only.
 */
public interface SentTexts {}
