package io.shardkit.execute.driver;

import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * A logical database as a server needs it whose clients do not all want the same of the connections to the databases; the
 * logical DataSource unwraps to it. Thread-safe.
 */
public interface FrontEndDatabase {
    /** Opens logical connections. */
    @FunctionalInterface
    interface Connections {
        /**
         * A logical connection; no database is touched until a statement needs one.
         *
         * @throws SQLException if the logical DataSource was closed
         */
        FrontEndConnection open() throws SQLException;
    }

    /** Returns true if there is one data source and no rule for a table, so that everything works as on the data source. */
    boolean passesThrough();

    /**
     * Gives the database the name by which clients know it: the catalog of the databases, such as {@code
     * information_schema}, shows it in place of the schema of the default data source, and does not show the schemas of
     * other data sources. To be called before connections are opened.
     */
    void name(String clients);

    /**
     * The pools of the data sources, in their order; none where they cannot be exchanged, as replicas are there which may
     * become primaries.
     */
    List<DataSource> pools();

    /**
     * Connections to the same databases by other pools; rule, plans, key generators and commits stay what they are. To be
     * called once for each set of pools: what is known of a data source that is down is known by set.
     *
     * @param pools gives for the pool of a data source the other one, always the same. It connects to the same database as
     *     the same user. A pool may come with another rule while connections are open. The caller closes them, when no
     *     connection is open any more.
     */
    Connections over(UnaryOperator<DataSource> pools);
}
