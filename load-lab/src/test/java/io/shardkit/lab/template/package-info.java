/** Tests of the template language. */
@NullMarked
package io.shardkit.lab.template;

import org.jspecify.annotations.NullMarked;
