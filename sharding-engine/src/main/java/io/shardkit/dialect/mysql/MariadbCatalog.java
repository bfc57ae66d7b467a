package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.Filling;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.dialect.facts.TextOrder;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The contents of MariaDB's catalog, and the meaning of its types. */
final class MariadbCatalog extends MysqlCatalog {
    /** The collations of MariaDB with weights of one level, whose order is that of the weights. */
    private static final Map<String, TextOrder> WEIGHTS = Map.ofEntries(
            Map.entry("utf8mb4_general_ci", TextOrder.WEIGHTS_PADDED_2),
            Map.entry("utf8mb3_general_ci", TextOrder.WEIGHTS_PADDED_2),
            Map.entry("utf8mb4_general_nopad_ci", TextOrder.WEIGHTS),
            Map.entry("utf8mb4_unicode_ci", TextOrder.WEIGHTS_PADDED_UCA),
            Map.entry("utf8mb3_unicode_ci", TextOrder.WEIGHTS_PADDED_UCA),
            Map.entry("utf8mb4_uca1400_ai_ci", TextOrder.WEIGHTS_PADDED_UCA),
            Map.entry("latin1_swedish_ci", TextOrder.WEIGHTS_PADDED_1));

    /** MariaDB keeps JSON as text with this check, and its functions nest a value of such a column. */
    private static final String JSON = "column_type = 'longtext' AND collation_name = 'utf8mb4_bin'"
            + " AND EXISTS (SELECT 1 FROM information_schema.check_constraints c WHERE c.constraint_schema = DATABASE()"
            + " AND c.table_name = columns.table_name"
            + " AND c.check_clause = CONCAT('json_valid(`', column_name, '`)'))";

    private static final String COLUMNS =
            columns("CASE WHEN " + JSON + " THEN 'json COLLATE utf8mb4_bin' ELSE " + DEFINITION + " END");

    @Override
    public String seesAllTables(String schema) {
        return SeenTables.all(schema, false);
    }

    @Override
    public Set<String> functions() {
        return MysqlFunctions.OF_MARIADB;
    }

    @Override
    public boolean isNamePerSchema(NameKind kind) {
        return kind == NameKind.FOREIGN_KEY || kind == NameKind.CONSTRAINT;
    }

    @Override
    public String columnsQuery() {
        return COLUMNS;
    }

    @Override
    public Filling filling(@Nullable String defaultValue, @Nullable String extras) {
        return Filling.of(defaultValue, extras, false);
    }

    @Override
    TextOrder byWeights(String collation) {
        return WEIGHTS.getOrDefault(collation, TextOrder.UNKNOWN);
    }

    @Override
    boolean sortsWhole(TextOrder order) {
        return false;
    }

    @Override
    public String clusterQuery() {
        return clusterQuery("information_schema");
    }
}
