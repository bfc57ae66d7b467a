/**
 * What a database is asked, and what it answers in. Imports nothing of the engine.
 */
@NullMarked
package io.shardkit.dialect.facts;

import org.jspecify.annotations.NullMarked;
