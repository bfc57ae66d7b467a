package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.ColumnType;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.fixture.LogicalTable.Column;
import java.util.List;
import java.util.Random;

/**
 * A table in FROM, known by an alias.
 *
 * @param table the table
 * @param alias what its columns are qualified with
 */
public record Source(LogicalTable table, String alias) {

    String column(String name) {
        return alias + "." + name;
    }

    String id() {
        return column("id");
    }

    Column any(Random random) {
        return table.columns().get(random.nextInt(table.columns().size()));
    }

    /** A column of one of these types; {@code id} if there is none. */
    Column any(Random random, List<ColumnType> types) {
        List<Column> fitting = table.columns().stream()
                .filter(column -> types.contains(column.type()))
                .toList();
        return fitting.isEmpty()
                ? table.columns().get(table.indexOf("id"))
                : fitting.get(random.nextInt(fitting.size()));
    }

    /** The columns that decide where a row lies, or else the primary key. */
    List<String> keys() {
        return switch (table) {
            case O, X, Q -> List.of("k", "id");
            case I -> List.of("k", "o_id");
            case P -> List.of("code");
            case EV -> List.of("ymd");
            case DT -> List.of("d");
            case B1, B2, U -> List.of("id");
        };
    }
}
