package io.shardkit.planner.write;

import io.shardkit.dialect.Dialect;
import io.shardkit.plan.limit.KeyedRead;
import io.shardkit.plan.limit.KeyedText;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.select.FirstRows;
import io.shardkit.planner.select.LimitedReadPlan;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Decides how an UPDATE or DELETE of one sharded table keeps its LIMIT over several units. For one statement. */
@API(status = API.Status.EXPERIMENTAL)
final class LimitedWritePlanner {
    private final ParsedStatement.Write write;
    private final Tables tables;
    private final Dialect dialect;
    private final TextPlanner texts;
    private final SqlText text;
    private final RoutedTable table;

    /** @param texts plans the read that finds the rows of the write */
    LimitedWritePlanner(ParsedStatement.Write write, Tables tables, Dialect dialect, TextPlanner texts) {
        this.write = write;
        this.tables = tables;
        this.dialect = dialect;
        this.texts = texts;
        this.text = write.text();
        this.table = tables.shardedOf(tables.uses().get(0));
    }

    /** Returns the plan of the write, or null if no plan is right. */
    @Nullable LimitedWritePlan plan() throws SQLException {
        Limit limit = write.limit();
        boolean plain = tables.uses().size() == 1 && write.blocks().size() == 1 && !text.hasReturning();
        if (limit == null || !plain) {
            return null;
        }
        boolean asLimit = text.sql().regionMatches(true, limit.span().start(), "LIMIT", 0, "LIMIT".length());
        String form = asLimit ? "LIMIT ?" : dialect.clauses().firstRows("?");
        SqlTemplate limited = new SqlTemplate.Editor(write)
                .replace(limit.span(), form, List.of(-1))
                .build();
        LimitedWritePlan.First first = null;
        if (text.find(0, text.size(), 0, "ORDER") >= 0) {
            first = first(limit);
            if (first == null) {
                return null;
            }
        }
        return new LimitedWritePlan(tables.texts(limited, table), limit, first);
    }

    private LimitedWritePlan.@Nullable First first(Limit limit) throws SQLException {
        TableName name = write.names().get(0);
        int set = write.update() ? text.find(0, text.size(), 0, "SET") : -1;
        int rest = text.find(Math.max(0, set), text.size(), 0, "WHERE", "ORDER");
        if (rest < 0
                || text.parametersBefore(text.token(write.update() ? set : rest).start()) > 0) {
            return null;
        }
        int from = name.span().start();
        String source = write.update()
                ? text.sql().substring(from, text.token(set).start())
                        + text.sql().substring(text.token(rest).start(), text.end())
                : text.sql().substring(from, text.end());
        LimitedReadPlan read = texts.lockingRead("SELECT 1 FROM " + source + " FOR UPDATE");
        KeyedRead keyed = read == null ? null : read.keyed();
        if (read == null || keyed == null) {
            return null;
        }
        KeyedText byKey = FirstRows.keyed(
                text,
                () -> new SqlTemplate.Editor(write).replace(limit.span(), "", List.of()),
                table,
                keyed.lock().key());
        int firstParameter = text.parametersBefore(text.token(rest).start());
        return byKey == null
                ? null
                : new LimitedWritePlan.First(read, firstParameter, text.parameterCount() - firstParameter, byKey);
    }
}
