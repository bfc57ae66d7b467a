package io.shardkit.planner.gather;

import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plans the copies of joins whose tables lie together in each unit, for each SELECT of a query, also nested ones: its
 * groups, where all that the SELECT computes of its rows can be computed of groups, or else its rows. For one query; plans
 * nothing that is not known to be exact.
 */
public final class JoinPlanner {
    /** The first letters of the names that are made here. */
    private static final String OWN_NAMES = "sk_";

    /** Longer statements are not looked at, as each name is looked for in each SELECT around it. */
    private static final int MOST_BLOCKS = 50;

    private static final int MOST_TOKENS = 5_000;

    /** With more tables the pairs of them would take long to compare. */
    private static final int MOST_TABLES = 30;

    private final ParsedStatement.Query query;
    private final Dialect dialect;
    private final GatherSpec rows;
    private final BlockJoins joins;

    private JoinPlanner(ParsedStatement.Query query, Tables tables, Dialect dialect, GatherSpec rows) {
        this.query = query;
        this.dialect = dialect;
        this.rows = rows;
        this.joins = new BlockJoins(query, tables, dialect, rows);
    }

    /**
     * The plan, or null if each table has to be copied by itself.
     *
     * @param rows how that is done
     * @throws SQLException if a database cannot be asked
     */
    public static @Nullable JoinedSpec plan(
            ParsedStatement.Query query, Tables tables, Dialect dialect, GatherSpec rows) throws SQLException {
        SelectClauses clauses = query.simple();
        boolean special = clauses != null && clauses.special() != null;
        boolean plain = query.blocks().size() <= MOST_BLOCKS
                && query.text().size() <= MOST_TOKENS
                && query.tables().size() <= MOST_TABLES
                && !special
                && !query.locking()
                && query.text().indexHints().isEmpty()
                && !mentionsOwnNames(query.text())
                && !BlockScopes.namesCommonTable(query);
        return plain ? new JoinPlanner(query, tables, dialect, rows).plan(tables) : null;
    }

    private static boolean mentionsOwnNames(SqlText text) {
        return IntStream.range(0, text.size())
                .anyMatch(i -> text.isName(i) && text.name(i).startsWith(OWN_NAMES));
    }

    private @Nullable JoinedSpec plan(Tables tables) throws SQLException {
        List<JoinedSpec.JoinedCopy> copies = new ArrayList<>();
        SqlTemplate.Editor editor = new SqlTemplate.Editor(query);
        for (Block block : query.blocks()) {
            for (BlockJoins.Planned planned : joins.of(block, copies.size())) {
                copies.add(planned.copy());
                planned.text().forEach(part -> part.in(editor));
            }
        }
        if (copies.isEmpty()) {
            return null;
        }
        // Last, as it copies parts of the text with their edits.
        CommonTableCopies.write(query, tables, dialect, editor);
        Set<Integer> gathered = new HashSet<>();
        rows.sources().forEach(source -> gathered.add(source.use()));
        copies.forEach(copy -> gathered.add(copy.shown()));
        SqlTemplate text = CommonTableCopies.ofGathered(editor.build(), gathered);
        return new JoinedSpec(rows, copies, text, withoutRows());
    }

    /** The user's text with its parameters, but without rows. */
    private SqlTemplate withoutRows() {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(query);
        String none = dialect.clauses().firstRows("0");
        Span limit = limit();
        if (limit != null) {
            editor.replace(limit, none, List.of());
        } else {
            editor.insert(query.text().end(), " " + none, List.of());
        }
        return editor.build();
    }

    private @Nullable Span limit() {
        SelectClauses clauses = query.simple();
        if (clauses != null) {
            Limit limit = clauses.limit();
            return limit == null ? null : limit.span();
        }
        SqlText text = query.text();
        int first = text.find(0, text.size(), 0, "LIMIT", "OFFSET", "FETCH");
        return first < 0 ? null : text.span(first, text.size());
    }
}
