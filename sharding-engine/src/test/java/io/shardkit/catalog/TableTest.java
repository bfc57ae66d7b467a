package io.shardkit.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.KeyType;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.TextOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns keep the order of the table. */
class TableTest {

    private static Column column(String name, String reported) {
        return new Column(
                name,
                reported,
                "bigint",
                "bigint",
                KeyType.INTEGER,
                TextOrder.UNKNOWN,
                true,
                false,
                true,
                Carrier.TEXT);
    }

    @Test
    void columnsStandInOrder() {
        Table table = new Table("t", List.of(column("b", "b"), column("a", "A")));
        assertThat(table.columnNames()).containsExactly("b", "a");
        assertThat(table.column("a")).isNotNull();
        assertThat(table.column("A")).isNull();
    }

    /** PostgreSQL and H2 may have "id" and "ID" in one table; no statement is placed by a guess at one of them. */
    @Test
    void namesThatDifferInCaseOnlyPlaceNothing() {
        Table table = new Table("t", List.of(column("id", "id"), column("x", "x"), column("id", "ID")));
        assertThat(table.column("id")).isNotNull().satisfies(column -> {
            assertThat(column.keyType()).isEqualTo(KeyType.UNSUPPORTED);
            assertThat(column.knowsEquality()).isFalse();
            assertThat(column.carrier()).isEqualTo(Carrier.NONE);
        });
    }
}
