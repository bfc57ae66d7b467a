/**
 * Texts with random values in them, in the language of Mycat's test tool, and its files of table and SQL. It imports
 * nothing of the other packages.
 */
@NullMarked
package io.shardkit.lab.template;

import org.jspecify.annotations.NullMarked;
