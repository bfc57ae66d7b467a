package io.shardkit.execute.gather;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.CopiedColumn;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.List;

/** Makes temporary tables on one connection, with a key that no statement sees where its server demands one. */
final class TableMaker {
    private final ShardConnection home;
    private final Dialect dialect;
    private boolean keyed;

    TableMaker(ShardConnection home, Dialect dialect) {
        this.home = home;
        this.dialect = dialect;
    }

    /** Makes an empty table with these columns, and with a primary key if its columns are given. */
    void create(String name, List<CopiedColumn> columns, String primaryKey, Storage storage) throws SQLException {
        make(key -> home.execute(dialect.temporaryTables().create(name, columns, primaryKey, storage, key)));
    }

    /** Makes a table of the rows of a query. */
    void createAs(String name, String query, Storage storage) throws SQLException {
        createAs(name, query, storage, home::execute);
    }

    /** The same by a call that sets the query's parameters. */
    void createAs(String name, String query, Storage storage, Call call) throws SQLException {
        make(key -> call.run(dialect.temporaryTables().createAs(name, query, storage, key)));
    }

    private void make(Making making) throws SQLException {
        try {
            making.run(keyed);
        } catch (SQLException failure) {
            if (keyed || !dialect.temporaryTables().demandsKey(failure)) {
                throw home.withoutTable(failure);
            }
            keyed = true;
            making.run(true);
        }
    }

    /** Runs a statement that makes a table. */
    @FunctionalInterface
    interface Call {
        void run(String sql) throws SQLException;
    }

    /** Makes a table, with a key that no statement sees or without one. */
    @FunctionalInterface
    private interface Making {
        void run(boolean keyed) throws SQLException;
    }
}
