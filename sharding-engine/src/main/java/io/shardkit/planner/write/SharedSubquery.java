package io.shardkit.planner.write;

import io.shardkit.plan.gather.SubqueryRows;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Subquery;
import java.sql.SQLException;

/**
 * A subquery of a write that is asked once, because each data source might find other rows. Immutable.
 *
 * @param use the number of the table that holds its rows, which is none of the statement's own
 * @param subquery its place in the statement
 * @param gather how it is answered
 */
public record SharedSubquery(int use, Subquery subquery, GatherSpec gather) {

    /** One execution, on this data source if the tables that it reads allow that. */
    SubqueryRows bind(Parameters parameters, int dataSource) throws SQLException {
        Parameters own = parameters.part(
                subquery.firstParameter(), subquery.query().text().parameterCount());
        return new SubqueryRows(
                use, gather.bindForWrite(own, dataSource), own, subquery.firstParameter(), subquery.makesTexts());
    }
}
