package io.shardkit.export;

import io.shardkit.algorithm.KeyType;
import io.shardkit.export.ExportedTable.ExportedPart;
import java.util.ArrayList;
import java.util.List;

/**
 * A script for Spark SQL: one JDBC relation for each actual table, which is a partition of its own, and a view over those of a
 * table. User and password come from environment variables.
 */
final class SparkExport implements ExportFormat {
    private static final String ENGINE = "spark";
    private static final String RULES = "shardkit_rule";
    private static final ViewGuard GUARD = new ViewGuard(
            ENGINE,
            "MAX(rule_hash)",
            guard -> RULES,
            check -> SqlNames.ticked(relation(check)),
            message -> "CAST(raise_error(" + message + ") AS BOOLEAN)");

    @Override
    public List<ExportFile> files(TableExport export) {
        StringBuilder script = new StringBuilder(export.head(ENGINE, "--"));
        script.append("-- Environment variables of the driver: ")
                .append(String.join(
                        ", ",
                        export.sources().stream()
                                .map(source -> source.placeholder("USER") + ", " + source.placeholder("PASSWORD"))
                                .toList()))
                .append("\n"
                        + "-- The drivers of the databases are needed as --packages:"
                        + " org.mariadb.jdbc:mariadb-java-client,")
                .append(" org.postgresql:postgresql\n");
        TableExport.Guard guard = export.guard();
        if (guard != null) {
            relation(
                    script,
                    RULES,
                    guard.rules().source(),
                    "(SELECT rule_hash FROM " + name(guard.rules()) + " WHERE epoch = (SELECT MAX(epoch) FROM "
                            + name(guard.rules()) + ")) newest");
        }
        List<String> made = new ArrayList<>();
        for (ExportedTable table : export.tables()) {
            for (ExportedPart part : table.parts()) {
                String relation = relation(part);
                if (!made.contains(relation)) {
                    made.add(relation);
                    relation(script, relation, part.source(), name(part));
                }
            }
            for (GrowthCheck check : GrowthCheck.of(table)) {
                relation(script, relation(check), check.source(), "(" + check.query() + ") checked");
            }
            script.append("\nCREATE OR REPLACE TEMPORARY VIEW ")
                    .append(SqlNames.ticked(table.name()))
                    .append(" AS\nSELECT * FROM (\n")
                    .append(SqlNames.union(
                            table,
                            SqlNames::ticked,
                            part -> SqlNames.ticked(relation(part)),
                            SparkExport::readsAsStored))
                    .append(")")
                    .append(GUARD.condition(export, table))
                    .append(";\n");
        }
        return List.of(new ExportFile("shardkit.sql", script.toString()));
    }

    private static void relation(StringBuilder script, String relation, ExportedSource source, String table) {
        script.append("\nCREATE OR REPLACE TEMPORARY VIEW ")
                .append(SqlNames.ticked(relation))
                .append(" USING org.apache.spark.sql.jdbc OPTIONS (\n  url ")
                .append(SqlNames.text(url(source)))
                .append(",\n  driver ")
                .append(SqlNames.text(source.isMysql() ? "org.mariadb.jdbc.Driver" : "org.postgresql.Driver"))
                .append(",\n  dbtable ")
                .append(SqlNames.text(table))
                .append(",\n  user '${env:")
                .append(source.placeholder("USER"))
                .append("}',\n  password '${env:")
                .append(source.placeholder("PASSWORD"))
                .append("}',\n  fetchsize '1000');\n");
    }

    /** A time without a zone becomes an instant in that of the session, where some times do not exist. */
    private static boolean readsAsStored(KeyType type) {
        return type != KeyType.DATETIME;
    }

    private static String relation(ExportedPart part) {
        return part.source().name() + "__" + part.schema() + "__" + part.table();
    }

    /** Spark quotes names as MySQL does only where the URL is MySQL's. */
    private static String url(ExportedSource source) {
        String address = source.host() + ':' + source.port() + '/' + source.database();
        return source.isMysql()
                ? "jdbc:mysql://" + address + "?permitMysqlScheme=true&tinyInt1isBit=false"
                : "jdbc:postgresql://" + address;
    }

    private static String name(ExportedPart part) {
        return part.source().isMysql()
                ? SqlNames.ticked(part.schema()) + '.' + SqlNames.ticked(part.table())
                : SqlNames.quoted(part.schema()) + '.' + SqlNames.quoted(part.table());
    }

    private static String relation(GrowthCheck check) {
        return "shardkit_tables__" + check.table() + "__" + check.source().name() + "__" + check.schema();
    }
}
