package io.shardkit.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Gives a parameterized test or class the databases of this run, one at a time. A run has those that the system property
 * {@code shardkit.databases} lists by their names, separated by commas. Without a list a test gets H2 and one server: of
 * MariaDB and PostgreSQL, each by its own driver, and those that it always wants, one that its name decides.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@ArgumentsSource(DatabasesOfRun.class)
public @interface OnDatabases {
    /** The databases that the test can run on; all by default. */
    TestDatabase[] value() default {};

    /** The databases among them that the test cannot run on. */
    TestDatabase[] except() default {};

    /** Databases that the test wants in each run, beside the usual ones: it shows what differs between drivers and servers. */
    TestDatabase[] always() default {};
}
