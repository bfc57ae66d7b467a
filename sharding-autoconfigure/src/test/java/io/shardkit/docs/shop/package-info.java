/** The application that the page on getting started builds. */
@NullMarked
package io.shardkit.docs.shop;

import org.jspecify.annotations.NullMarked;
