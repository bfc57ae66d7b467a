package io.shardkit.boot.transaction;

import io.shardkit.options.CrossSource;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The transactions that begin within a method, or within all methods of a class, commit over several data sources in
 * this way, whatever {@code sharding.transaction.cross-source} says. One that is open already when the method is called
 * stays as it is. Stands beside {@code @Transactional} on methods of Spring beans; that of a method comes before that of
 * its class. {@link CrossSource#ATOMIC} needs {@code sharding.transaction.atomic.enabled}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface CommitAcross {
    /** The way in which the transactions commit. */
    CrossSource value();
}
