package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.ResultColumn;
import io.shardkit.proxy.sql.ClientText;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Names of schemas in the answers of SHOW and the like, which are shown as that of the logical database. Immutable. */
final class ShownNames {
    private static final Set<String> STATEMENTS = Set.of("SHOW", "ANALYZE", "CHECK", "OPTIMIZE", "REPAIR", "CHECKSUM");
    private static final String TABLES = "Tables_in_";

    private final String schema;
    private final String home;
    private final String name;

    ShownNames(LogicalDatabase database) throws SQLException {
        this.schema = database.schema();
        this.home = database.homeSchema();
        this.name = database.name();
    }

    /** Returns true if the answer of a statement may name schemas. */
    static boolean mayBeIn(ClientText text) {
        return STATEMENTS.contains(text.first());
    }

    /** The columns by the names that clients know. */
    List<ResultColumn> columns(List<ResultColumn> columns) {
        return columns.stream().map(this::column).toList();
    }

    private ResultColumn column(ResultColumn column) {
        String label = column.definition().name();
        String own = TABLES + schema;
        return label.equals(own) || label.startsWith(own + " (")
                ? column.labelled(TABLES + name + label.substring(own.length()))
                : column;
    }

    /** Returns what is shown for the values of a column; null if it is the values themselves. */
    @Nullable UnaryOperator<String> values(ResultColumn column) {
        return switch (column.definition().name().toLowerCase(Locale.ROOT)) {
            case "db", "database" -> value -> isSchema(value) ? name : value;
            case "create database" ->
                value -> value.replaceFirst("(?i)^(CREATE DATABASE .*?)`\\Q" + home + "\\E`", "$1`" + name + "`");
            case "table" -> this::table;
            default -> null;
        };
    }

    private String table(String value) {
        int point = value.indexOf('.');
        return point > 0 && isSchema(value.substring(0, point)) ? name + value.substring(point) : value;
    }

    private boolean isSchema(String value) {
        return value.equals(schema) || value.equals(home);
    }
}
