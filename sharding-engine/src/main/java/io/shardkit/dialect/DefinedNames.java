package io.shardkit.dialect;

/** Asks the databases for the names of all indexes and constraints of a schema. */
final class DefinedNames {
    private static final String MYSQL =
            "SELECT table_name, index_name FROM information_schema.statistics WHERE table_schema = DATABASE()"
                    + " UNION SELECT table_name, constraint_name FROM information_schema.table_constraints"
                    + " WHERE table_schema = DATABASE()";

    private static final String POSTGRESQL =
            "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = current_schema()"
                    + " UNION SELECT t.relname, c.conname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid"
                    + " JOIN pg_namespace n ON n.oid = t.relnamespace WHERE n.nspname = current_schema()";

    private static final String H2 =
            "SELECT table_name, index_name FROM information_schema.indexes WHERE table_schema = CURRENT_SCHEMA"
                    + " UNION SELECT table_name, constraint_name FROM information_schema.table_constraints"
                    + " WHERE table_schema = CURRENT_SCHEMA";

    private DefinedNames() {}

    static String query(Dialect dialect) {
        return switch (dialect) {
            case MYSQL, MARIADB -> MYSQL;
            case POSTGRESQL -> POSTGRESQL;
            case H2 -> H2;
        };
    }
}
