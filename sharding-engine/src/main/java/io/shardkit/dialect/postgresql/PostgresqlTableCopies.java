package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.TableCopies;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** LIKE copies columns and checks; indexes and keys get names that go by the new table, and references their own. */
final class PostgresqlTableCopies implements TableCopies {
    private static final String OF_MODEL =
            " JOIN pg_class t ON t.oid = %s JOIN pg_namespace n ON n.oid = t.relnamespace"
                    + " WHERE n.nspname = current_schema() AND t.relname = ?";

    /**
     * Query for constraints, keys before the constraints that refer to them; the last columns give the REFERENCES clause
     * and the table it names.
     */
    private static final String CONSTRAINTS = "SELECT c.conname, pg_get_constraintdef(c.oid),"
            + " COALESCE(' REFERENCES ' || c.confrelid::regclass::text || '(', ''),"
            + " COALESCE((SELECT f.relname::text FROM pg_class f WHERE f.oid = c.confrelid"
            + " AND f.relnamespace = t.relnamespace), '') FROM pg_constraint c"
            + String.format(OF_MODEL, "c.conrelid") + " AND c.contype IN ('p', 'u', 'x', 'f')"
            + " ORDER BY c.contype = 'f', c.contype = 'x', c.contype = 'u', c.conname";

    private static final String INDEXES = "SELECT i.relname, x.indisunique, quote_ident(i.relname),"
            + " pg_get_indexdef(x.indexrelid) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid"
            + String.format(OF_MODEL, "x.indrelid")
            + " AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.indexrelid"
            + " AND c.contype IN ('p', 'u', 'x')) ORDER BY i.relname";

    @Override
    public void create(Connection connection, Copy copy) throws SQLException {
        String table = quoted(copy.table());
        connection.setAutoCommit(false);
        try {
            copy.run(connection, "SET LOCAL lock_timeout = '" + copy.seconds() + "s'");
            copy.run(
                    connection,
                    "CREATE TABLE " + table + " (LIKE " + quoted(copy.model()) + " INCLUDING ALL EXCLUDING INDEXES)");
            for (List<String> row : copy.ask(connection, CONSTRAINTS)) {
                copy.run(connection, "ALTER TABLE " + table + " ADD " + constraint(row, copy));
            }
            for (List<String> row : copy.ask(connection, INDEXES)) {
                copy.run(connection, index(row, copy));
            }
            connection.commit();
        } catch (SQLException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static String constraint(List<String> row, Copy copy) {
        String name = copy.named(row.get(0));
        String definition = row.get(1);
        String referred = row.get(3);
        String other = referred.isEmpty() ? referred : copy.references().apply(referred);
        if (!other.equals(referred)) {
            definition = definition.replace(row.get(2), " REFERENCES " + quoted(other) + "(");
        }
        return (name == null ? "" : "CONSTRAINT " + quoted(name) + " ") + definition;
    }

    /** Returns the definition of an index, as the database reports it, with another name and table before the word USING. */
    private static String index(List<String> row, Copy copy) {
        String name = copy.named(row.get(0));
        String definition = row.get(3);
        int afterName = definition.indexOf(row.get(2)) + row.get(2).length();
        return "CREATE " + (row.get(1).equals("t") ? "UNIQUE " : "") + "INDEX "
                + (name == null ? "" : quoted(name) + " ") + "ON " + quoted(copy.table())
                + definition.substring(definition.indexOf(" USING ", afterName));
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    @Override
    public String notCopiedQuery() {
        return "SELECT a.kind, a.name FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace CROSS JOIN LATERAL ("
                + "SELECT 'the trigger', tgname::text FROM pg_trigger WHERE tgrelid = t.oid AND NOT tgisinternal"
                + " UNION ALL SELECT 'the rule', rulename::text FROM pg_rewrite WHERE ev_class = t.oid"
                + " UNION ALL SELECT 'the policy', polname::text FROM pg_policy WHERE polrelid = t.oid"
                + " UNION ALL SELECT 'the partitioning', t.relname::text WHERE t.relkind <> 'r') AS a (kind, name)"
                + " WHERE n.nspname = current_schema() AND t.relname = ?";
    }
}
