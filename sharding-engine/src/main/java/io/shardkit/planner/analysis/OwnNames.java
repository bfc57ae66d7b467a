package io.shardkit.planner.analysis;

import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The names that indexes and constraints of a logical table have on its actual tables. Where two tables of a schema
 * cannot share a name, the name of the actual table is appended to it unless it is the logical one.
 */
public final class OwnNames {
    private static final int HASH = 9;

    private final ShardMap rule;
    private final Catalog catalog;
    private final Dialect dialect;

    /** The way a name is written on an actual table. */
    private enum Form {
        /** As the user wrote it. */
        PLAIN,
        /** With the actual table appended. */
        APPENDED,
        /** With the logical table, with which it begins, replaced: as databases name what has no name. */
        PREFIXED
    }

    /** The table of an index; its data source is -1 unless it is a single table. */
    public record Owner(String table, @Nullable RoutedTable sharded, int dataSource) {}

    public OwnNames(ShardMap rule, Catalog catalog, Dialect dialect) {
        this.rule = rule;
        this.catalog = catalog;
        this.dialect = dialect;
    }

    /** From an actual table to what a new name is on it, or null if it stays as it is. */
    public @Nullable UnaryOperator<String> created(String name, NameKind kind, RoutedTable table) {
        return dialect.isNamePerSchema(kind) ? actual -> written(name, table.name(), actual, Form.APPENDED) : null;
    }

    /** From an actual table to what a name of earlier is on it, or null if it stands as it is. */
    public @Nullable UnaryOperator<String> existing(String name, NameKind kind, RoutedTable table) throws SQLException {
        // One with another name than the logical one shows what was added
        DataNode model = table.nodes().stream()
                .filter(node -> !node.tableName().equalsIgnoreCase(table.name()))
                .findFirst()
                .orElse(table.nodes().get(0));
        Set<String> names = catalog.definedNames(model.dataSource())
                .getOrDefault(model.tableName().toLowerCase(Locale.ROOT), Set.of());
        Form found = find(name, table, model.tableName(), names);
        Form form = found != null ? found : dialect.isNamePerSchema(kind) ? Form.APPENDED : Form.PLAIN;
        return form == Form.PLAIN ? null : actual -> written(name, table.name(), actual, form);
    }

    private @Nullable Form find(String name, RoutedTable table, String actual, Set<String> names) {
        for (Form form : List.of(Form.APPENDED, Form.PLAIN, Form.PREFIXED)) {
            String candidate = written(name, table.name(), actual, form).toLowerCase(Locale.ROOT);
            if (names.contains(candidate)) {
                return form;
            }
        }
        return null;
    }

    private String written(String name, String logical, String actual, Form form) {
        String table = ActualName.withinSchema(actual);
        return switch (form) {
            case PLAIN -> name;
            case APPENDED -> table.equalsIgnoreCase(logical) ? name : fitted(name + "_" + table);
            case PREFIXED ->
                name.toLowerCase(Locale.ROOT).startsWith(logical + "_")
                        ? table + name.substring(logical.length())
                        : name;
        };
    }

    /** A name that is too long loses its end and gets a hash of all of it. */
    private String fitted(String name) {
        int longest = dialect.longestName();
        if (name.getBytes(StandardCharsets.UTF_8).length <= longest) {
            return name;
        }
        CRC32 hash = new CRC32();
        hash.update(name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        int end = Math.min(name.length(), longest - HASH);
        while (name.substring(0, end).getBytes(StandardCharsets.UTF_8).length > longest - HASH) {
            end--;
        }
        return name.substring(0, end) + "_" + HexFormat.of().toHexDigits((int) hash.getValue());
    }

    /**
     * The logical tables that have an index of the name, in a schema where no two may have it; refused if an actual
     * table has it alone.
     *
     * @throws SQLException if a database cannot be asked
     */
    public Attempt<Set<Owner>> owners(String name) throws SQLException {
        List<Map<String, Set<String>>> defined = new ArrayList<>();
        for (int i = 0; i < rule.dataSources().size(); i++) {
            defined.add(catalog.definedNames(i));
        }
        Set<Owner> owners = new LinkedHashSet<>();
        for (RoutedTable table : rule.tables()) {
            Form form = null;
            for (DataNode node : table.nodes()) {
                Set<String> names = defined.get(node.dataSource())
                        .getOrDefault(node.tableName().toLowerCase(Locale.ROOT), Set.of());
                form = form != null ? form : find(name, table, node.tableName(), names);
            }
            if (form == Form.PLAIN && table.hasSeveralOnOneDataSource()) {
                return Attempt.refused(ErrorCode.ACTUAL_TABLE, "the index " + name + " of an actual table of " + table);
            }
            if (form != null) {
                owners.add(new Owner(table.name(), table, -1));
            }
        }
        String lower = name.toLowerCase(Locale.ROOT);
        for (int i = 0; i < defined.size(); i++) {
            for (Map.Entry<String, Set<String>> table : defined.get(i).entrySet()) {
                boolean broadcast = rule.isBroadcast(table.getKey());
                boolean single = rule.isSingle(table.getKey())
                        && !rule.isActualTable(table.getKey())
                        && rule.dataSourceOfSingle(table.getKey()) == i;
                if ((broadcast || single) && table.getValue().contains(lower)) {
                    owners.add(new Owner(table.getKey(), null, broadcast ? -1 : i));
                }
            }
        }
        return Attempt.done(owners);
    }
}
