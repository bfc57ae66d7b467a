package io.shardkit.planner.insert;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Refusal;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.InsertClauses;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** INSERT ... OVERRIDING USER VALUE, by which a database fills identity columns whatever values a statement has for them. */
public final class OverriddenValues {
    private OverriddenValues() {}

    /**
     * Returns the refusal of a statement for which the database stores other values than it is planned by, or null if
     * those values decide nothing.
     */
    public static @Nullable Refusal refusal(ParsedStatement statement, Tables tables) {
        if (!(statement instanceof ParsedStatement.Inserting insert)
                || !InsertClauses.overridesUserValues(statement.text())) {
            return null;
        }
        TableUse target = tables.uses().get(0);
        Set<String> counted = tables.columns(target.id()).stream()
                .filter(column -> column.filling().kind() == Filling.Kind.COUNTER)
                .map(Column::name)
                .collect(Collectors.toSet());
        return counted.isEmpty() || !mayDecide(counted, insert, tables, target)
                ? null
                : new Refusal(
                        ErrorCode.INSERT_FORM,
                        "OVERRIDING USER VALUE, by which the database stores other values in "
                                + String.join(", ", List.copyOf(counted)) + " of " + target.name());
    }

    private static boolean mayDecide(
            Set<String> counted, ParsedStatement.Inserting insert, Tables tables, TableUse target) {
        RoutedTable table = tables.sharded(target.id());
        if (table == null) {
            KeyGeneration keys = tables.rule().keyGenerationOfUnsharded(target.name());
            return tables.isBroadcast(target.id()) || (keys != null && counted.contains(keys.column()));
        }
        KeyGeneration keys = table.keyGeneration();
        return insert.upsert() != null
                || table.checksKeys()
                || tables.hasLookups(target)
                || (keys != null && counted.contains(keys.column()))
                || tables.findingColumns(target).stream().anyMatch(column -> counted.contains(column.name()));
    }
}
