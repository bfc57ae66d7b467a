package io.shardkit.options;

/** The handling of a transaction that writes to more than one data source. */
public enum CrossSource {
    /**
     * No commit begins while a statement is half done; if a commit then fails, the exception
     * names the data sources that committed, failed, or are unknown.
     */
    BEST_EFFORT,
    /** The statement that would write to a second data source is refused. */
    REFUSE,
    /**
     * All data sources commit or none: they prepare, one of them commits the decision with what it wrote itself, and the
     * others follow it, if need be after a crash.
     */
    ATOMIC,
    /** The name that {@link #ATOMIC} has elsewhere; it means the same. */
    XA;

    /** Returns the name that this framework itself uses for the same setting. */
    public CrossSource named() {
        return this == XA ? ATOMIC : this;
    }
}
