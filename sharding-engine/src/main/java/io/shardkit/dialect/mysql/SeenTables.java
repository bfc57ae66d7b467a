package io.shardkit.dialect.mysql;

/** The tables that an account may see: of others MySQL and MariaDB do not say that they exist. */
final class SeenTables {
    private static final String BINARY = "CONVERT(%s USING utf8mb4) COLLATE utf8mb4_bin";

    private SeenTables() {}

    /**
     * Returns a condition that holds if the account may read all tables of a database, by its own privileges. Of the
     * patterns that match the database, the closest one decides, so that all of them have to grant it.
     *
     * @param schema the name of the database as an expression
     * @param revokes whether the server can revoke for one database what is granted everywhere, as MySQL can
     */
    static String all(String schema, boolean revokes) {
        String mine = BINARY.formatted("grantee") + " = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')";
        String pattern = BINARY.formatted("table_schema");
        String matches = schema + " LIKE " + pattern;
        String everywhere = "";
        if (revokes) {
            // Then a name is no pattern
            matches = "CASE @@partial_revokes WHEN 0 THEN " + matches + " ELSE " + schema + " = " + pattern + " END";
            everywhere = " AND @@partial_revokes = 0";
        }
        return "(EXISTS (SELECT 1 FROM information_schema.user_privileges WHERE privilege_type = 'SELECT' AND " + mine
                + everywhere + ") OR 1 = (SELECT MIN(granted) FROM (SELECT MAX(CASE privilege_type WHEN 'SELECT' THEN 1"
                + " ELSE 0 END) AS granted FROM information_schema.schema_privileges WHERE " + mine + " AND " + matches
                + " GROUP BY table_schema) patterns))";
    }
}
