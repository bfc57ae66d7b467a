package io.shardkit.membership;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchanges the counts of instances by a table of the rule store. Without a rule store, or without rights on the table, there
 * are none of others. Thread-safe.
 */
final class SharedSummaries implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedSummaries.class);

    private static final int LONGEST_REASON = 160;

    private final @Nullable Membership membership;
    private final String name;
    private final String what;
    private volatile String problem = "";
    private boolean told;
    private boolean closed;

    /** The table once it is in use; null before. */
    private @Nullable SummaryTable table;

    /**
     * @param membership null without a rule store
     * @param name the name of the table
     * @param what the content, in words
     */
    SharedSummaries(@Nullable Membership membership, String name, String what) {
        this.membership = membership;
        this.name = name;
        this.what = what;
    }

    /** Returns the reason that there are no counts of others; empty if they are there, or there is no rule store. */
    String problem() {
        return problem;
    }

    /** Returns true if there may be other instances. */
    boolean hasOthers() {
        return membership != null && membership.isJoined();
    }

    /**
     * Writes the counts of this instance. A failure is logged once, until it works again.
     *
     * @return those of the others; null if there is no rule store yet
     */
    synchronized @Nullable List<String> exchange(Supplier<String> own) {
        Membership joined = membership;
        if (closed || joined == null || !joined.isJoined()) {
            return null;
        }
        try {
            SummaryTable to = table(joined);
            to.write(joined.id(), own.get());
            List<String> others = to.others(joined.id());
            problem = "";
            told = false;
            return others;
        } catch (SQLException | RuntimeException failure) {
            table = null;
            problem = name + " of " + joined.tables().name() + " cannot be used: " + brief(failure);
            if (!told) {
                LOG.warn(
                        "The {} of this instance is not added to that of the others, as {}. Its user needs SELECT,"
                                + " INSERT, UPDATE and DELETE on {}, and to create it unless it is there",
                        what,
                        problem,
                        name);
            }
            told = true;
            return List.of();
        }
    }

    /** Drivers may add the statement and its parameters to a message, in further lines or after what they say. */
    private static String brief(Exception failure) {
        String line = String.valueOf(failure.getMessage()).split("\n", 2)[0];
        return line.substring(0, Math.min(LONGEST_REASON, line.length()));
    }

    private SummaryTable table(Membership own) throws SQLException {
        SummaryTable known = table;
        if (known != null && known.tables().equals(own.tables())) {
            return known;
        }
        SummaryTable found = new SummaryTable(own.tables(), name);
        if (own.settings().create()) {
            try {
                found.create();
            } catch (SQLException failure) {
                // It may be there already, made by one who may; what follows tells.
                LOG.debug("The table {} is not created", found.name(), failure);
            }
        }
        table = found;
        return found;
    }

    /** Removes the counts of this instance. */
    @Override
    public synchronized void close() {
        closed = true;
        SummaryTable known = table;
        Membership own = membership;
        if (known != null && own != null) {
            try {
                known.remove(own.id());
            } catch (SQLException | RuntimeException failure) {
                LOG.debug("The counts of this instance stay until another one removes them", failure);
            }
        }
    }
}
