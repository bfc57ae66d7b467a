package io.shardkit.differential.write;

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
}
