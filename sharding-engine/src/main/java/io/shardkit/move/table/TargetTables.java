package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.alter.Alteration;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables that get the rows of a source: made, or dropped. Immutable. */
public final class TargetTables {
    private final TableMove move;

    /** The target tables of a move, there or not. */
    public TargetTables(TableMove move) {
        this.move = move;
    }

    /**
     * Makes empty tables like the source's, under the temporary names, as far as there are none that are like it.
     *
     * @return the hash of the structure
     * @throws SQLException if there is another table of such a name, or a database makes a table that is not like it
     */
    public String create() throws SQLException {
        TableStructure structure;
        try (MoveConnection source = MoveConnection.source(move)) {
            structure = structure(source);
        }
        for (MoveTarget target : move.targets()) {
            try (MoveConnection connection = MoveConnection.open(target.place(), move)) {
                boolean isThere = target.present(target.place().names(move.dialect(), connection)) != null;
                if (!isThere) {
                    create(target, connection, structure);
                }
                check(target, connection, expected(target.place(), connection, structure));
            }
        }
        return structure.hash();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * Makes an empty table like the source's, under a name of the move's own, and drops it.
     *
     * @throws SQLException if the target lacks something that the table needs, as a type
     */
    static void tryOut(TableMove move, TablePlace place, MoveConnection source, MoveConnection target)
            throws SQLException {
        TargetTables tables = new TargetTables(move);
        try {
            tables.make(place, target, tables.structure(source));
        } finally {
            target.execute("DROP TABLE IF EXISTS " + place.quoted(move.dialect(), tables.unready()));
        }
    }

    /** Returns the structure that the targets get. */
    private TableStructure structure(MoveConnection source) throws SQLException {
        if (move.placement().entries() == null) {
            return MoveSqls.of(move.dialect()).structure(source, move.source(), move.sourceName(source));
        }
        List<Column> columns = MovedRows.read(move, source).table().columns();
        List<String> parts = new ArrayList<>();
        for (Column each : columns) {
            parts.add(move.dialect().quoted(each.reportedName()) + " " + each.definition() + " NOT NULL");
        }
        parts.add("PRIMARY KEY (" + move.dialect().quoted(columns.get(0).reportedName()) + ")");
        String create = "CREATE TABLE " + TableStructure.TABLE + " (" + String.join(", ", parts) + ")";
        return new TableStructure(List.of(), List.of(create), List.of());
    }

    private String unready() {
        return move.key() + "_m";
    }

    /** Under another name first: a table that lacks its indexes is not to be taken for one that is ready. */
    private void create(MoveTarget target, MoveConnection connection, TableStructure structure) throws SQLException {
        make(target.place(), connection, structure);
        MoveSqls.of(move.dialect())
                .rename(connection, target.place(), List.of(new Renaming(unready(), target.filled())));
    }

    /** Returns the structure that a target is to have; null if it is the one that it has. */
    private @Nullable TableStructure expected(TablePlace place, MoveConnection target, TableStructure source)
            throws SQLException {
        Alteration alteration = move.alteration();
        if (alteration == null) {
            return source;
        }
        if (alteration.back()) {
            return null;
        }
        try {
            make(place, target, source);
            return MoveSqls.of(move.dialect()).structure(target, place, unready());
        } finally {
            target.execute("DROP TABLE IF EXISTS " + place.quoted(move.dialect(), unready()));
        }
    }

    /** Makes a table like the source's, and alters it if the target is to be so. */
    private void make(TablePlace place, MoveConnection target, TableStructure structure) throws SQLException {
        makeAlike(place, target, structure);
        Alteration alteration = move.alteration();
        if (alteration != null) {
            target.execute("ALTER TABLE " + place.quoted(move.dialect(), unready()) + " " + alteration.clauses());
        }
    }

    private void makeAlike(TablePlace place, MoveConnection target, TableStructure structure) throws SQLException {
        String quoted = place.quoted(move.dialect(), unready());
        target.execute("DROP TABLE IF EXISTS " + quoted);
        MoveSql sql = MoveSqls.of(move.dialect());
        for (String each : structure.statements(quoted, sql.namesInUse(target, place), move.dialect()::quoted)) {
            target.execute(each);
        }
    }

    private void check(MoveTarget target, MoveConnection connection, @Nullable TableStructure structure)
            throws SQLException {
        String present = target.present(target.place().names(move.dialect(), connection));
        if (present == null) {
            throw new SQLException("The target has neither table " + target.filled() + " nor " + target.published());
        }
        String differences = structure == null || structure.lines().isEmpty()
                ? ""
                : differences(move, target.place(), connection, present, structure);
        if (!differences.isEmpty()) {
            throw new SQLException(differences);
        }
    }

    /** Returns how a table of a target differs from the structure of the source, in words; an empty text if it does not. */
    static String differences(
            TableMove move, TablePlace place, MoveConnection connection, String present, TableStructure structure)
            throws SQLException {
        List<String> differences =
                structure.differences(MoveSqls.of(move.dialect()).structure(connection, place, present));
        return differences.isEmpty()
                ? ""
                : "Table " + present + " of the target is not like " + move.table() + " of the source: "
                        + String.join("; ", differences);
    }

    /**
     * Statements that define tables of one place, by a connection that waits for no lock of others for longer than a second.
     * Not thread-safe.
     */
    public static final class Definitions implements AutoCloseable {
        private final TablePlace place;
        private final MoveSql sql;
        private final MoveConnection connection;

        /** The milliseconds that the pool's driver waits for an answer, to be set again; 0 if they are as they were. */
        private int patience;

        private Definitions(TablePlace place, MoveSql sql, MoveConnection connection) {
            this.place = place;
            this.sql = sql;
            this.connection = connection;
        }

        /** Opens a connection. */
        public static Definitions open(TablePlace place, Dialect dialect) throws SQLException {
            return open(place, dialect, MoveLimits.DEFAULTS.seconds());
        }

        /** Opens a connection of MySQL or MariaDB whose statements may take any time. */
        public static Definitions openForLong(TablePlace place, Dialect dialect) throws SQLException {
            Definitions opened = open(place, dialect, 0);
            try {
                opened.patience = opened.waiting(0);
                return opened;
            } catch (SQLException | RuntimeException failure) {
                opened.connection.end();
                throw failure;
            }
        }

        /** Has the driver wait for so many milliseconds, and returns how many it was before. */
        private int waiting(int millis) throws SQLException {
            return connection.with(own -> {
                int before = own.getNetworkTimeout();
                own.setNetworkTimeout(Runnable::run, millis);
                return before;
            });
        }

        private static Definitions open(TablePlace place, Dialect dialect, int seconds) throws SQLException {
            MoveSql sql = MoveSqls.of(dialect);
            return new Definitions(place, sql, MoveConnection.open(place, sql, seconds));
        }

        /** Returns the quoted name of a table. */
        public String quoted(String table) {
            return place.quoted(sql.dialect(), table);
        }

        /** Runs a statement. */
        public void execute(String text) throws SQLException {
            connection.execute(text);
        }

        /** Begins a transaction. */
        public void begin() throws SQLException {
            connection.begin();
        }

        /** Commits the transaction. */
        public void commit() throws SQLException {
            connection.commit();
        }

        /** Returns the first column of all rows of a query. */
        public List<String> firstColumn(String query) throws SQLException {
            return connection.rows(query, MoveStatements.Parameters.NONE, row -> String.valueOf(row.getString(1)));
        }

        /** Returns the names of the tables of the place, as they are, by the same in lower case. */
        public Map<String, String> names() throws SQLException {
            return place.names(sql.dialect(), connection);
        }

        /** Returns the columns of a table. */
        public List<Column> columns(String table) throws SQLException {
            return connection.with(own -> ReportedTables.columns(place.declared(table), own, sql.dialect()));
        }

        /** Returns the unique keys of a table. */
        public List<UniqueKey> uniqueKeys(String table) throws SQLException {
            return connection.with(own -> ReportedTables.uniqueKeys(place.declared(table), own, sql.dialect()));
        }

        /** Returns the key by which rows of a table are looked up; null if there is none. */
        public @Nullable UniqueKey key(List<Column> columns, List<UniqueKey> uniqueKeys) {
            return SourceTables.key(sql, columns, uniqueKeys);
        }

        /** Returns the words between the columns and the values of an INSERT that gives values to counted columns. */
        public String overriding() {
            return sql.overriding();
        }

        /** Returns a hash of the structure of a table. */
        public String hash(String table) throws SQLException {
            return sql.structure(connection, place, table).hash();
        }

        /** Returns the structure of a table, one part in each line. */
        public List<String> lines(String table) throws SQLException {
            return sql.structure(connection, place, table).lines();
        }

        /** Returns about how many rows a table has, and how many bytes. */
        public List<Long> size(String table) throws SQLException {
            return connection
                    .rows(
                            sql.dialect().inSchema(sql.sizeQuery(), place.schema()),
                            statement -> statement.setString(1, table),
                            row -> List.of(row.getLong(1), row.getLong(2)))
                    .get(0);
        }

        /** Returns the names, in lower case, of columns of a table to which an INSERT has to give a value. */
        public List<String> needed(String table) throws SQLException {
            return connection.rows(
                    sql.dialect().inSchema(sql.neededQuery(), place.schema()),
                    statement -> statement.setString(1, table),
                    row -> lower(row.getString(1)));
        }

        /**
         * Makes an empty table like the source of a move, on its place, which {@link #dropTrial} drops.
         *
         * @return its name
         */
        public String makeTrial(TableMove move) throws SQLException {
            TargetTables tables = new TargetTables(move);
            tables.makeAlike(place, connection, sql.structure(connection, place, move.sourceName(connection)));
            return tables.unready();
        }

        /** Drops what {@link #makeTrial} has made, as far as it is there. */
        public void dropTrial(TableMove move) throws SQLException {
            connection.rollback();
            connection.execute("DROP TABLE IF EXISTS " + quoted(new TargetTables(move).unready()));
        }

        @Override
        public void close() throws SQLException {
            try (connection) {
                if (patience != 0) {
                    waiting(patience);
                }
            }
        }
    }

    /** Returns the names, in lower case, that no other table of a schema can have. */
    public static Set<String> namesInUse(Dialect dialect, TablePlace place) throws SQLException {
        MoveSql sql = MoveSqls.of(dialect);
        try (MoveConnection connection = MoveConnection.open(place, sql, MoveLimits.DEFAULTS.seconds())) {
            Set<String> names = new HashSet<>(place.names(dialect, connection).keySet());
            sql.namesInUse(connection, place).forEach(name -> names.add(lower(name)));
            return names;
        }
    }

    /** Drops the tables that have their temporary names, and what is left of those that were being made. */
    public void drop() throws SQLException {
        for (MoveTarget target : move.targets()) {
            try (MoveConnection connection = MoveConnection.open(target.place(), move)) {
                for (String name : List.of(target.filled(), unready())) {
                    connection.execute("DROP TABLE IF EXISTS " + target.place().quoted(move.dialect(), name));
                }
            }
        }
    }
}
