/**
 * What stands for one logical connection: its physical ones and their settings.
 * Imports {@code execute.transaction} and what is below.
 */
@NullMarked
package io.shardkit.execute.session;

import org.jspecify.annotations.NullMarked;
