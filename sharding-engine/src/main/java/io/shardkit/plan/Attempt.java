package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of planning something in one way: the value, or the refusal. A planner that knows another way goes on with
 * that; a refusal is thrown only where no other way is left. Immutable.
 */
public sealed interface Attempt<T> {
    /**
     * The codes of all refusals. A statement that has to be bound anew is none, nor is one whose tables could not be asked
     * about: it must not be remembered.
     */
    Set<ErrorCode> EVERY_CODE = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(
            ErrorCode.TABLES_GREW,
            ErrorCode.DEADLINE_PASSED,
            ErrorCode.INTERRUPTED,
            ErrorCode.NO_CONNECTION,
            ErrorCode.DATA_SOURCE_DOWN,
            ErrorCode.TOO_MANY_WAITING)));

    /** It can be done. */
    record Done<T>(T value) implements Attempt<T> {
        @Override
        public @Nullable Refusal refusal() {
            return null;
        }
    }

    /**
     * It cannot be done in this way.
     *
     * @param thrown what said so, with its cause, if that was thrown from below the planner; else null
     */
    record Refused<T>(Refusal refusal, @Nullable SQLException thrown) implements Attempt<T> {
        @Override
        public T value() {
            throw new IllegalStateException("refused: " + refusal.text());
        }
    }

    static <T> Attempt<T> done(T value) {
        return new Done<>(value);
    }

    static <T> Attempt<T> refused(Refusal refusal) {
        return new Refused<>(refusal, null);
    }

    /** @param detail the part of the statement in question */
    static <T> Attempt<T> refused(ErrorCode code, String detail) {
        return new Refused<>(new Refusal(code, detail), null);
    }

    /** A step that may throw a refusal, such as one that binds values. */
    @FunctionalInterface
    interface Step<T extends @Nullable Object> {
        T run() throws SQLException;
    }

    /**
     * Returns the result of reading, planning or binding; the wall through which nothing but an {@link SQLException} gets
     * to users of JDBC.
     */
    static <T extends @Nullable Object> T walled(Step<T> step) throws SQLException {
        try {
            return step.run();
        } catch (RuntimeException | StackOverflowError unexpected) {
            throw ShardingExceptions.unexpected(unexpected);
        }
    }

    /**
     * Returns the result of a step whose refusals are thrown: reading SQL, where the parser and the catalog throw them,
     * binding, where a user's value is refused far below, and merging. {@code ImmutablePlansTest} lists the callers; no
     * other code turns a thrown refusal into a value.
     *
     * @throws SQLException an exception of the step that is no refusal, such as a database's own
     */
    static <T> Attempt<T> of(Step<T> step) throws SQLException {
        return of(EVERY_CODE, step);
    }

    /** As the other, for refusals with one of these codes; others are thrown. */
    static <T> Attempt<T> of(Set<ErrorCode> codes, Step<T> step) throws SQLException {
        try {
            return done(step.run());
        } catch (SQLException thrown) {
            if (thrown instanceof ShardingException refusal && codes.contains(refusal.errorCode())) {
                return new Refused<>(new Refusal(refusal.errorCode(), refusal.detail()), thrown);
            }
            throw thrown;
        }
    }

    /** All of the things, in the order of what they are made from, or the first refusal. */
    static <S, T> Attempt<List<T>> ofEach(List<S> sources, Function<S, Attempt<T>> each) {
        List<T> values = new ArrayList<>(sources.size());
        for (S source : sources) {
            Attempt<T> attempt = each.apply(source);
            if (attempt instanceof Refused<T> refused) {
                return refused(refused.refusal());
            }
            values.add(attempt.value());
        }
        return done(values);
    }

    /** Returns the refusal, or null if there is none. */
    @Nullable Refusal refusal();

    /**
     * The thing.
     *
     * @throws IllegalStateException if it is refused
     */
    T value();

    /** The thing; for who knows no other way. */
    default T orThrow() throws SQLException {
        if (this instanceof Refused<T> refused) {
            throw refused.thrown() == null ? refused.refusal().exception() : refused.thrown();
        }
        return value();
    }

    /** Returns the next attempt, made of the value, or the refusal that there is already. */
    default <R> Attempt<R> flatMap(Function<T, Attempt<R>> next) {
        return this instanceof Refused<T> refused
                ? new Refused<>(refused.refusal(), refused.thrown())
                : next.apply(value());
    }

    /** Returns the result of a function of the value, or the refusal that there is already. */
    default <R> Attempt<R> map(Function<T, R> next) {
        return flatMap(value -> done(next.apply(value)));
    }
}
