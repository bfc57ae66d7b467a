package io.shardkit.execute;

import io.shardkit.dialect.driver.JdbcDriver;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The statements that stay prepared on a driver's connection while it lies in its pool, as to prepare one anew for each
 * borrower costs more than all that routing costs. Belongs to the borrower of the connection.
 */
final class StatementCache {
    /** The number of statements that stay prepared on a connection. */
    static final int SIZE = 16;

    /** The number of characters that the SQL of a cached statement may have. */
    private static final int LONGEST = 16_384;

    /** Stands for a statement that is not cached, instead of a place. */
    static final int NOT_CACHED = -1;

    /** It makes used statements as good as new. */
    private final JdbcDriver driver;

    private final @Nullable PreparedStatement[] statements = new PreparedStatement[SIZE];

    /** The SQL of each statement; null where there is none. */
    private final @Nullable String[] texts = new String[SIZE];

    /**
     * A bit for each statement in use. They stay in their places meanwhile: to write to objects as old as these costs a
     * barrier of the garbage collector.
     */
    private int inUse;

    /** The place whose statement was evicted last. */
    private int evicted;

    StatementCache(JdbcDriver driver) {
        this.driver = driver;
    }

    private boolean isInUse(int place) {
        return (inUse & 1 << place) != 0;
    }

    /** Uses the statement for some SQL, and gives its place; {@link #NOT_CACHED} if there is none. */
    int poll(String sql) {
        int place = find(sql);
        if (place != NOT_CACHED) {
            inUse |= 1 << place;
        }
        return place;
    }

    @SuppressWarnings("ReferenceEquality") // the quick test: most plans have the same object each time
    private int find(String sql) {
        for (int i = 0; i < SIZE; i++) {
            if (texts[i] == sql && !isInUse(i)) {
                return i;
            }
        }
        for (int i = 0; i < SIZE; i++) {
            if (sql.equals(texts[i]) && !isInUse(i)) {
                return i;
            }
        }
        return NOT_CACHED;
    }

    /** The statement at a place. */
    @Nullable PreparedStatement get(int place) {
        return statements[place];
    }

    /**
     * Takes back a statement whose last run succeeded, or takes a new one, as good as new; closes one if there are too many.
     *
     * @param place of the statement, or {@link #NOT_CACHED} if it is new
     * @param onlyNumbers whether its parameters hold nothing else
     */
    void put(int place, String sql, PreparedStatement statement, boolean onlyNumbers) throws SQLException {
        boolean renewed = (place != NOT_CACHED || sql.length() <= LONGEST) && isRenewed(statement, onlyNumbers);
        if (place != NOT_CACHED && renewed) {
            inUse &= ~(1 << place);
            return;
        }
        if (place != NOT_CACHED) {
            evict(place);
        }
        PreparedStatement last = renewed ? add(sql, statement) : statement;
        if (last != null) {
            last.close();
        }
    }

    /** Puts a statement where there is none, or in place of one that is not in use; returns what has no place. */
    private @Nullable PreparedStatement add(String sql, PreparedStatement statement) {
        int place = firstFree();
        for (int i = 0; i < SIZE && place == NOT_CACHED; i++) {
            evicted = (evicted + 1) % SIZE;
            place = isInUse(evicted) ? NOT_CACHED : evicted;
        }
        if (place == NOT_CACHED) {
            return statement;
        }
        PreparedStatement last = statements[place];
        texts[place] = sql;
        statements[place] = statement;
        return last;
    }

    private int firstFree() {
        for (int i = 0; i < SIZE; i++) {
            if (texts[i] == null) {
                return i;
            }
        }
        return NOT_CACHED;
    }

    private boolean isRenewed(PreparedStatement statement, boolean onlyNumbers) {
        try {
            return driver.renew(statement, onlyNumbers);
        } catch (SQLException | RuntimeException failed) {
            return false;
        }
    }

    /** Forgets a statement, which the caller closes. */
    void evict(int place) {
        texts[place] = null;
        statements[place] = null;
        inUse &= ~(1 << place);
    }

    /** Forgets the statements in use, which the caller closes. */
    void evictInUse() {
        for (int i = 0; inUse != 0; i++) {
            if (isInUse(i)) {
                evict(i);
            }
        }
    }

    /** Closes all statements, none of which is in use. */
    void clear() throws SQLException {
        for (int i = 0; i < SIZE; i++) {
            PreparedStatement cached = statements[i];
            if (cached != null) {
                evict(i);
                cached.close();
            }
        }
    }
}
