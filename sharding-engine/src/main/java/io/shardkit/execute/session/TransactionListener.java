package io.shardkit.execute.session;

/** Is told of a session's writes, and of the ends of its transactions. */
interface TransactionListener {
    /** A write is about to be sent to a data source. */
    void beginWrite(int dataSource);

    /** A transaction has ended in whatever way, or the session has. */
    void ended();
}
