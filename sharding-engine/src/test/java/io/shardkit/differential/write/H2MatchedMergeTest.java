package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class H2MatchedMergeTest extends MatchedMergeContract {
    H2MatchedMergeTest() {
        super(TestDatabase.H2);
    }

    /** As jOOQ sends an UPDATE with FROM. */
    @Test
    void theSourceMayHaveNoAlias() throws SQLException {
        String merge = "merge into \"orders\" using \"%s\" on (\"orders\".\"owner\" = \"%1$s\".\"owner\""
                + " and \"orders\".\"id\" = \"%1$s\".\"id\" and \"orders\".\"pos\" = \"%1$s\".\"pos\""
                + " and \"%1$s\".\"amount\" < cast(? as int)) when matched then update set ";
        for (String source : List.of("item", "stock", "kind", "note")) {
            String each = String.format(merge, source);
            same(each + "\"orders\".\"name\" = \"" + source + "\".\"name\"", 4);
            same(each + "(\"name\", \"amount\") = (\"" + source + "\".\"name\", 8)", 4);
        }
    }

    /** As Hibernate sends a bulk UPDATE with a join. */
    @Test
    void theRowsOfAJoinAreUpdatedByWhereTheyAre() throws SQLException {
        String merge = "merge into %s as t using (select s.name,(d.amount+1),d._rowid_ from %1$s d join %s s on %s"
                + " where s.amount < ?) s(c0,c1,c2) on t._rowid_=s.c2 when matched then update set t.name=s.c0,t.amount=s.c1";
        for (String target : List.of("orders", "item", "stock")) {
            for (String source : List.of("orders", "item", "stock", "kind", "note")) {
                for (String on : List.of(
                        "d.owner = s.owner and d.id = s.id and s.pos = d.pos", "d.pos = s.pos", "d.name = s.name")) {
                    same(String.format(merge, target, source, on), 3);
                }
            }
        }
        String inUnits = String.format(merge, "orders", "item", "d.owner = s.owner and d.id = s.id");
        assertThat(steps(inUnits.replace("?", "3"))).noneMatch(step -> step.startsWith("copy"));
    }

    @Test
    void aQueryThatPutsRowsTogetherIsNoQueryOfEachRow() throws SQLException {
        String on = " on t._rowid_ = s.r when matched then update set name = 'x'";
        for (String query : List.of(
                "select distinct d._rowid_ as r from orders d",
                "select d._rowid_ as r from orders d group by d._rowid_",
                "select max(d._rowid_) as r from orders d",
                "select d._rowid_ as r from orders d order by d.pos fetch first 2 rows only",
                "select d._rowid_ as r from orders d union all select 1")) {
            refused(
                    query.contains("fetch") ? ErrorCode.SUBQUERY_OVER_UNITS : ErrorCode.SEVERAL_UNITS,
                    "merge into orders t using (" + query + ") s" + on);
        }
    }
}
