package io.shardkit.options;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;

/**
 * The limits of a single statement. A statement beyond a limit is refused, never cut short. Immutable.
 *
 * <p>An application that changes some of them begins with {@link #builder()}.
 */
public final class Limits {
    /** The limits of an application that sets none. */
    public static final Limits DEFAULTS = builder().build();

    private final boolean gatherEnabled;
    private final long gatherMaxRows;
    private final long gatherMaxBytes;
    private final int maxUnits;
    private final long maxMergedRows;
    private final long maxOffset;
    private final boolean writesWithoutCondition;
    private final int timeoutSeconds;
    private final Upserts upserts;
    private final MovingUpdates movingUpdates;
    private final boolean hintComments;

    private Limits(Builder builder) {
        gatherEnabled = builder.gatherEnabled;
        gatherMaxRows = builder.gatherMaxRows;
        gatherMaxBytes = builder.gatherMaxBytes;
        maxUnits = builder.maxUnits;
        maxMergedRows = builder.maxMergedRows;
        maxOffset = builder.maxOffset;
        writesWithoutCondition = builder.writesWithoutCondition;
        timeoutSeconds = builder.timeoutSeconds;
        upserts = builder.upserts;
        movingUpdates = builder.movingUpdates;
        hintComments = builder.hintComments;
    }

    /** Starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts with these limits. */
    public Builder toBuilder() {
        return builder()
                .gatherEnabled(gatherEnabled)
                .gatherMaxRows(gatherMaxRows)
                .gatherMaxBytes(gatherMaxBytes)
                .maxUnits(maxUnits)
                .maxMergedRows(maxMergedRows)
                .maxOffset(maxOffset)
                .writesWithoutCondition(writesWithoutCondition)
                .timeoutSeconds(timeoutSeconds)
                .upserts(upserts)
                .movingUpdates(movingUpdates)
                .hintComments(hintComments);
    }

    /** Returns true if a query may copy rows of several shards to one data source, whose database joins them. */
    public boolean gatherEnabled() {
        return gatherEnabled;
    }

    /** The number of rows that a gather may move between databases. */
    public long gatherMaxRows() {
        return gatherMaxRows;
    }

    /** The number of bytes that the values of these rows may take, as text or as they are carried. */
    public long gatherMaxBytes() {
        return gatherMaxBytes;
    }

    /** The number of units that a statement may touch. */
    public int maxUnits() {
        return maxUnits;
    }

    /** The number of rows or groups that a merge may hold in memory. */
    public long maxMergedRows() {
        return maxMergedRows;
    }

    /** The number of rows of a merged result that may be skipped. */
    public long maxOffset() {
        return maxOffset;
    }

    /** Returns true if UPDATE and DELETE of a sharded table may lack a WHERE. */
    public boolean writesWithoutCondition() {
        return writesWithoutCondition;
    }

    /** The seconds that a statement or a commit may take where the application sets no query timeout; 0 for any time. */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** The answer to upserts on tables that have a unique key without a sharding column. */
    public Upserts upserts() {
        return upserts;
    }

    /** The fate of a row whose sharding key an UPDATE changes. */
    public MovingUpdates movingUpdates() {
        return movingUpdates;
    }

    /** Returns true if a comment before a statement may choose its shards. */
    public boolean hintComments() {
        return hintComments;
    }

    /** Collects limits. Not thread-safe. */
    public static final class Builder {
        private boolean gatherEnabled = true;
        private long gatherMaxRows = 100_000;
        private long gatherMaxBytes = 256L * 1024 * 1024;
        private int maxUnits = 1024;
        private long maxMergedRows = 1_000_000;
        private long maxOffset = 1_000_000;
        private boolean writesWithoutCondition;
        private int timeoutSeconds;
        private Upserts upserts = Upserts.CHECK;
        private MovingUpdates movingUpdates = MovingUpdates.MOVE;
        private boolean hintComments;

        private Builder() {}

        /** Allows gathers, or refuses them; allowed by default. */
        public Builder gatherEnabled(boolean enabled) {
            this.gatherEnabled = enabled;
            return this;
        }

        /** Sets the number of rows that a gather may move between databases: at least 1; 100,000 by default. */
        public Builder gatherMaxRows(long rows) {
            this.gatherMaxRows = atLeast(1, rows, "gatherMaxRows");
            return this;
        }

        /** Sets the number of bytes that a gather may move between databases: at least 1; 256 MB by default. */
        public Builder gatherMaxBytes(long bytes) {
            this.gatherMaxBytes = atLeast(1, bytes, "gatherMaxBytes");
            return this;
        }

        /** Sets the number of units that a statement may touch: at least 1; 1,024 by default. */
        public Builder maxUnits(int units) {
            this.maxUnits = (int) atLeast(1, units, "maxUnits");
            return this;
        }

        /** Sets the number of rows or groups that a merge may hold in memory: at least 1; 1,000,000 by default. */
        public Builder maxMergedRows(long rows) {
            this.maxMergedRows = atLeast(1, rows, "maxMergedRows");
            return this;
        }

        /** Sets the number of rows of a merged result that may be skipped: 0 or more; 1,000,000 by default. */
        public Builder maxOffset(long rows) {
            this.maxOffset = atLeast(0, rows, "maxOffset");
            return this;
        }

        /** Allows UPDATE and DELETE of a sharded table without a WHERE, or refuses them; refused by default. */
        public Builder writesWithoutCondition(boolean allowed) {
            this.writesWithoutCondition = allowed;
            return this;
        }

        /**
         * Sets the seconds that a statement or a commit may take where the application sets no query timeout; 0, the
         * default, for any time.
         */
        public Builder timeoutSeconds(int seconds) {
            this.timeoutSeconds = (int) atLeast(0, seconds, "timeoutSeconds");
            return this;
        }

        /**
         * Chooses the answer to upserts on tables that have a unique key without a sharding column; by default the other
         * shards are checked.
         */
        public Builder upserts(Upserts answer) {
            this.upserts = answer;
            return this;
        }

        /** Chooses the fate of a row whose sharding key an UPDATE changes; it moves by default. */
        public Builder movingUpdates(MovingUpdates fate) {
            this.movingUpdates = fate;
            return this;
        }

        /** Lets a comment before a statement choose its shards, or not; not by default. */
        public Builder hintComments(boolean allowed) {
            this.hintComments = allowed;
            return this;
        }

        /** The limits. */
        public Limits build() {
            return new Limits(this);
        }

        private static long atLeast(long least, long value, String name) {
            if (value < least) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING, name, value + " is less than " + least);
            }
            return value;
        }
    }
}
