package io.shardkit.analytics;

/**
 * One query of a suite, asked through Shardkit and in one database.
 *
 * @param name of the query
 * @param outcome the kind of answer
 * @param detail the code of a refusal, or what is wrong; else empty
 * @param way the way it ran, as {@code EXPLAIN SHARDING} names it
 * @param copied the rows that the first execution copied
 * @param moved those of them that left their database
 * @param bytes what these took
 * @param first the milliseconds of the first execution
 * @param best those of the fastest of the others
 * @param plain those of the fastest execution in one database
 */
record Asked(
        String name,
        Outcome outcome,
        String detail,
        String way,
        long copied,
        long moved,
        long bytes,
        double first,
        double best,
        double plain) {
    /** The kinds of answers. */
    enum Outcome {
        /** The answer of one database. */
        EQUAL,
        /** None, by a code of Shardkit's. */
        REFUSED,
        /** None within the time that a query has. */
        TOO_SLOW,
        /** Another answer, or an error without a code of Shardkit's. */
        WRONG,
        /** No answer of the one database either, or not in time. */
        NOT_COUNTED
    }

    static Asked notCounted(String name, String detail) {
        return new Asked(name, Outcome.NOT_COUNTED, detail, "", 0, 0, 0, 0, 0, 0);
    }

    boolean isGathered() {
        return outcome == Outcome.EQUAL && way.equals("gather");
    }

    /** Returns its time as a multiple of that of the one database. */
    double ratio() {
        return best / plain;
    }
}
