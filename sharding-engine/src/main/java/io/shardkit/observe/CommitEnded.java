package io.shardkit.observe;

/**
 * A transaction was to be committed.
 *
 * @param mode how
 * @param outcome what became of it
 * @param dataSources how many data sources took part
 * @param nanos how long it took
 */
public record CommitEnded(Mode mode, Outcome outcome, int dataSources, long nanos) {

    /** The way several data sources commit. */
    public enum Mode {
        /**
         * The databases commit a statement by themselves, without a transaction; the time is that of the statement. One
         * that failed and has changed nothing for certain is not told.
         */
        AUTOCOMMIT,
        /** One after the other. */
        BEST_EFFORT,
        /** Only one may have been written to. */
        ONE_WRITER,
        /** All or none. */
        ATOMIC
    }

    /** The outcome of a commit. */
    public enum Outcome {
        /** All have committed. */
        COMMITTED,
        /** None has committed. */
        FAILED,
        /** Some have committed, and some are known not to have. */
        PARTLY,
        /** Of some it is not known whether they have committed. */
        UNKNOWN
    }
}
