package io.shardkit.sql.statement;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Date;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values bound to a statement's {@code ?}, recorded by the setter that was called so that the same setter is
 * called on the shard. Numbers are kept without boxing. Indexes count from 0. Not thread-safe.
 */
public final class Parameters {
    /** First, as the others are made of it. */
    private static final Object[] NO_VALUES = {};

    /** Of a statement without parameters; nothing may be set in it. */
    public static final Parameters NONE = new Parameters(0);

    private static final Setter UNSET = (target, index, value, number) -> {
        throw ShardingExceptions.of(ErrorCode.PARAMETER_MISSING, "parameter " + index);
    };

    /** Calls one setter of the driver's statement. */
    @FunctionalInterface
    public interface Setter {
        /**
         * @param target the shard's statement
         * @param index the parameter there, from 1
         * @param value what was recorded as an object
         * @param number what was recorded as a primitive: a long, or the bits of a double or float
         */
        void set(PreparedStatement target, int index, @Nullable Object value, long number) throws SQLException;
    }

    private static final Setter LONG = (target, index, value, number) -> target.setLong(index, number);
    private static final Setter INT = (target, index, value, number) -> target.setInt(index, (int) number);
    private static final Setter OBJECT = (target, index, value, number) -> target.setObject(index, value);
    private static final Setter STRING = (target, index, value, number) -> target.setString(index, (String) value);

    private Setter[] setters;

    /** Flag that a copy has the same array: the rows of a batch are set alike. */
    private boolean settersShared;

    /** As long as none was set that is an object, there is no room for any. */
    private @Nullable Object[] values = NO_VALUES;

    private long[] numbers;
    /** The findings for some of the conditions on the parameters. */
    private @Nullable Map<?, BitSet> found;

    /** The time when the statement has to end, as {@link System#nanoTime()} counts. */
    private long deadline;

    private boolean limited;

    /** Room for that many parameters; more may be set. */
    public Parameters(int count) {
        setters = new Setter[count];
        Arrays.fill(setters, UNSET);
        numbers = new long[count];
    }

    @SuppressWarnings("JavaUtilDate")
    private Parameters(Parameters other) {
        other.settersShared = true;
        settersShared = true;
        setters = other.setters;
        values = other.values.clone();
        numbers = other.numbers.clone();
        endWith(other);
        for (int i = 0; i < values.length; i++) {
            values[i] = copied(values[i]);
        }
    }

    /** An application may fill one array or date again for each row of a batch. */
    @SuppressWarnings("JavaUtilDate") // the parent of the types that JDBC has
    private static @Nullable Object copied(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        return value instanceof Date date ? date.clone() : value;
    }

    /** A copy that later changes of this one, and of the arrays and dates in it, do not touch. */
    public Parameters copy() {
        return new Parameters(this);
    }

    /** A copy that knows what was found out for some conditions. */
    public Parameters knowing(Map<?, BitSet> answers) {
        Parameters copy = new Parameters(this);
        copy.found = answers;
        return copy;
    }

    /** Notes the time by which the statement of these values has to end, as {@link System#nanoTime()} counts. */
    public void endAt(long nanos) {
        limited = true;
        deadline = nanos;
    }

    /** Notes that the statement of these values has no time limit. */
    public void endAnyTime() {
        limited = false;
    }

    /** Takes over the time by which the statement of other values has to end, as these are of the same one. */
    public void endWith(Parameters other) {
        deadline = other.deadline;
        limited = other.limited;
    }

    /** Returns the nanoseconds that the statement of these values still has, at least 1; 0 if it has any time. */
    public long nanosLeft() {
        return limited ? Math.max(1, deadline - System.nanoTime()) : 0;
    }

    /** Returns the finding for a condition, or null if there is none. */
    public @Nullable BitSet found(Object condition) {
        return found == null ? null : found.get(condition);
    }

    /** Returns true if an object was set as a value, and not only numbers. */
    public boolean holdObjects() {
        return values.length > 0;
    }

    /** Some of the parameters as those of another statement. */
    public Parameters part(int first, int count) {
        Parameters part = new Parameters(count);
        for (int i = 0; i < count; i++) {
            part.copy(i, this, first + i);
        }
        part.endWith(this);
        return part;
    }

    /** Records {@code setLong}. */
    public void setLong(int index, long value) {
        setter(index, LONG);
        numbers[index] = value;
        forget(index);
    }

    /** Records {@code setInt}. */
    public void setInt(int index, int value) {
        setter(index, INT);
        numbers[index] = value;
        forget(index);
    }

    /** Records {@code setString}. */
    public void setString(int index, @Nullable String value) {
        set(index, value, STRING);
    }

    /** Records {@code setObject} without a type. */
    public void setObject(int index, @Nullable Object value) {
        set(index, value, OBJECT);
    }

    /** Records any other setter: the value that routing may look at, and how to set it. */
    public void set(int index, @Nullable Object value, Setter setter) {
        setter(index, setter);
        keep(index, value);
    }

    private void keep(int index, @Nullable Object value) {
        if (value == null) {
            forget(index);
            return;
        }
        if (index >= values.length) {
            values = Arrays.copyOf(values, setters.length);
        }
        values[index] = value;
    }

    private void forget(int index) {
        if (index < values.length) {
            values[index] = null;
        }
    }

    /** Returns the value as it was given to the setter; null for numbers and parameters that are not set. */
    public @Nullable Object object(int index) {
        return index < values.length ? values[index] : null;
    }

    /** Returns true if two parameters were set in the same way, so that a database takes them for values of one type. */
    public boolean areSetAlike(int one, int other) {
        return setters[one] == setters[other]
                && (setters[one] != OBJECT || Objects.equals(type(object(one)), type(object(other))));
    }

    private static @Nullable Class<?> type(@Nullable Object value) {
        return value == null ? null : value.getClass();
    }

    /** Takes a parameter of another statement over, also that it was not set. */
    public void copy(int index, Parameters other, int otherIndex) {
        if (otherIndex < other.setters.length) {
            setter(index, other.setters[otherIndex]);
            keep(index, other.object(otherIndex));
            numbers[index] = other.numbers[otherIndex];
        }
    }

    /** Forgets all values. */
    public void clear() {
        for (int i = 0; i < setters.length; i++) {
            setter(i, UNSET);
        }
        Arrays.fill(values, null);
    }

    /** Returns the number of parameters that there is room for. */
    public int size() {
        return setters.length;
    }

    /** Returns true if the parameter was set. */
    public boolean isSet(int index) {
        return index < setters.length && setters[index] != UNSET;
    }

    /** Returns true if the value was recorded by {@code setLong} or {@code setInt}. */
    public boolean isLong(int index) {
        return index < setters.length && (setters[index] == LONG || setters[index] == INT);
    }

    /**
     * Returns true if two parameters were set by the same setter to values of one class, so that either may be sent in
     * the other's place.
     */
    public boolean areAlike(int index, int other) {
        return isSet(index)
                && isSet(other)
                && setters[index] == setters[other]
                && classOf(object(index)) == classOf(object(other));
    }

    private static @Nullable Class<?> classOf(@Nullable Object value) {
        return value == null ? null : value.getClass();
    }

    /** The value of a parameter for which {@link #isLong} holds. */
    public long longValue(int index) {
        return numbers[index];
    }

    /**
     * The value as an object, null for NULL.
     *
     * @throws SQLException if it was not set
     */
    public @Nullable Object value(int index) throws SQLException {
        if (!isSet(index)) {
            throw ShardingExceptions.of(ErrorCode.PARAMETER_MISSING, "parameter " + (index + 1));
        }
        return isLong(index) ? (Object) numbers[index] : object(index);
    }

    /** Sets the parameter {@code index} of this on the target's parameter {@code targetIndex}, which counts from 1. */
    public void apply(int index, PreparedStatement target, int targetIndex) throws SQLException {
        if (index >= setters.length) {
            throw ShardingExceptions.of(ErrorCode.PARAMETER_MISSING, "parameter " + (index + 1));
        }
        Setter setter = setters[index];
        if (setter == LONG) {
            target.setLong(targetIndex, numbers[index]);
        } else if (setter == STRING) {
            target.setString(targetIndex, (String) object(index));
        } else {
            setter.set(target, targetIndex, object(index), numbers[index]);
        }
    }

    private void setter(int index, Setter setter) {
        ensure(index);
        if (setters[index] != setter) {
            if (settersShared) {
                setters = setters.clone();
                settersShared = false;
            }
            setters[index] = setter;
        }
    }

    private void ensure(int index) {
        if (index >= setters.length) {
            int from = setters.length;
            int to = Math.max(index + 1, from * 2);
            setters = Arrays.copyOf(setters, to);
            settersShared = false;
            Arrays.fill(setters, from, to, UNSET);
            numbers = Arrays.copyOf(numbers, to);
        }
    }
}
