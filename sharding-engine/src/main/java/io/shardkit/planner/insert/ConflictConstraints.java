package io.shardkit.planner.insert;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.planner.analysis.OwnNames;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys that inserts into sharded tables name by their constraints: {@code ON CONFLICT ON CONSTRAINT name}. Each
 * actual table has a name of its own for it. Thread-safe.
 */
public final class ConflictConstraints {
    private final OwnNames names;

    public ConflictConstraints(ShardMap rule, Catalog catalog, Dialect dialect) {
        this.names = new OwnNames(rule, catalog, dialect);
    }

    /** A key, and what its name is on each actual table; null if it stands as it is. */
    private record Found(UniqueKey key, @Nullable UnaryOperator<String> naming) {}

    /**
     * The statement with the columns of the key that it names, if it does, and the name among those that are renamed.
     *
     * @throws SQLException if a database cannot be asked
     */
    public Attempt<ParsedStatement> named(ParsedStatement statement, Tables tables) throws SQLException {
        if (!(statement instanceof ParsedStatement.Inserting insert)) {
            return Attempt.done(statement);
        }
        ParsedStatement.Upsert upsert = insert.upsert();
        Span constraint = upsert == null ? null : upsert.constraint();
        if (upsert == null || constraint == null || tables.sharded(0) == null) {
            return Attempt.done(statement);
        }
        String name = Token.stripQuotes(statement.text().sql().substring(constraint.start(), constraint.end()));
        TableUse target = tables.uses().get(0);
        Optional<Found> found = find(name, tables, target);
        if (found.isEmpty()) {
            return Attempt.refused(
                    ErrorCode.INSERT_FORM,
                    "ON CONFLICT ON CONSTRAINT " + name + ", which is not known as a unique key of whole columns of "
                            + target.name());
        }
        UnaryOperator<String> naming = found.get().naming();
        List<TableName> renamed = new ArrayList<>(statement.names());
        if (naming != null) {
            renamed.add(TableName.derived(constraint, target.id(), naming));
        }
        ParsedStatement.Upsert known = upsert.of(found.get().key().columns());
        return Attempt.done(insert.with(known, renamed));
    }

    private Optional<Found> find(String name, Tables tables, TableUse target) throws SQLException {
        RoutedTable table = tables.shardedOf(target);
        UnaryOperator<String> naming = names.existing(name, NameKind.CONSTRAINT, table);
        List<UniqueKey> keys = tables.uniqueKeys(target);
        return keys == null
                ? Optional.empty()
                : keys.stream()
                        .filter(key -> key.exact() && isOf(key, name, table, naming))
                        .findFirst()
                        .map(key -> new Found(key, naming));
    }

    /** The catalog has the keys as one of the actual tables has them. */
    private static boolean isOf(UniqueKey key, String name, RoutedTable table, @Nullable UnaryOperator<String> naming) {
        return naming == null
                ? key.name().equalsIgnoreCase(name)
                : table.nodes().stream().anyMatch(node -> key.name().equalsIgnoreCase(naming.apply(node.tableName())));
    }
}
