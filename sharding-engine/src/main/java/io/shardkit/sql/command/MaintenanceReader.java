package io.shardkit.sql.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads ANALYZE, CHECK and OPTIMIZE TABLE, by which people and tools look after tables. */
public final class MaintenanceReader {
    private static final String[] OPTIONS = {"QUICK", "FAST", "MEDIUM", "EXTENDED", "CHANGED"};

    private final SqlText text;
    private final List<TableUse> tables = new ArrayList<>();

    private MaintenanceReader(SqlText text) {
        this.text = text;
    }

    /**
     * The statement, or null if it is another one.
     *
     * @throws SQLException a refusal of options that are not known
     */
    public static ParsedStatement.@Nullable Maintenance read(SqlText text, Dialect dialect) throws SQLException {
        if (!dialect.commands().showsDetails() || !text.isOneOf(0, "ANALYZE", "CHECK", "OPTIMIZE")) {
            return null;
        }
        int word = text.isOneOf(1, "LOCAL", "NO_WRITE_TO_BINLOG") ? 2 : 1;
        return text.isOneOf(word, "TABLE", "TABLES") ? new MaintenanceReader(text).read(word + 1) : null;
    }

    private ParsedStatement.Maintenance read(int first) throws SQLException {
        int at = first;
        while (at < text.size() && text.isName(at)) {
            String name = Token.stripQuotes(text.string(at)).toLowerCase(Locale.ROOT);
            tables.add(new TableUse(tables.size(), name, name, false));
            at++;
            if (!text.is(at, ",")) {
                break;
            }
            at++;
        }
        int end = at;
        while (text.is(0, "CHECK") && text.isOneOf(at, OPTIONS)) {
            at++;
        }
        if (tables.isEmpty() || at != text.size() || text.is(end - 1, ",")) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_STATEMENT, text.word(0) + " TABLE with other options than those of a check");
        }
        return new ParsedStatement.Maintenance(text, List.copyOf(tables), text.span(first, end));
    }
}
