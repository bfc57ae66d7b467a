package io.shardkit.differential.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Sql;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReducerTest {

    @Test
    void whatDoesNotMatterIsLeftOut() {
        Sql sql = new Sql(
                "SELECT DISTINCT t0.id, t1.s AS c1 FROM o t0 LEFT JOIN i t1 ON t0.k = t1.k AND t0.id = t1.o_id "
                        + "WHERE (t0.a IN (1, 2, 3) OR NOT (t1.s = 'a b''c')) AND t0.k = ? ORDER BY t0.id LIMIT 5",
                List.of(7));
        Reducer reducer = new Reducer(each -> each.text().contains("NOT (t1.s = 'a b''c')")
                && each.text().startsWith("SELECT")
                && each.text().contains("ORDER BY t0.id"));
        assertThat(reducer.reduce(sql)).isEqualTo(new Sql("SELECT NOT (t1.s = 'a b''c') ORDER BY t0.id", List.of()));
    }

    @Test
    void aParameterGoesWithItsPlace() {
        Sql sql = new Sql("SELECT id FROM o WHERE k = ? AND a = ? AND n < ?", List.of(5, 6, 7));
        Reducer reducer = new Reducer(each -> each.parameters().contains(6));
        assertThat(reducer.reduce(sql)).isEqualTo(new Sql("?", List.of(6)));
    }
}
