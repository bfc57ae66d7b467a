package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.SqlText;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which tables of a SELECT have the columns that its conditions name. A derived table that also has such a column
 * makes the name ambiguous, and the statement fails when it runs.
 */
final class BlockNames {
    private final SqlText text;
    private final List<TableUse> uses;
    private final Tables tables;

    /** The names that a join has made one column of two. */
    private final Set<String> merged = new HashSet<>();

    private boolean natural;

    BlockNames(SqlText text, BlockPlace place, From from, Tables tables) {
        this.text = text;
        this.uses = from.uses();
        this.tables = tables;
        for (int i = place.from(); i < place.fromEnd(); i++) {
            natural |= text.is(i, "NATURAL");
            if (text.is(i, "USING") && text.is(i + 1, "(")) {
                int close = text.find(i + 2, place.fromEnd(), text.token(i + 1).depth(), ")");
                for (int column = i + 2; column < close; column++) {
                    merged.add(text.name(column));
                }
            }
        }
    }

    /** Returns true if any of the tables has a column of that name. */
    boolean has(String name) {
        return uses.stream().anyMatch(use -> column(use, name) != null);
    }

    /**
     * The column of a table that a name means, or null if it means another one, or that is not certain.
     *
     * @param qualifier the name before the dot, or null
     */
    @Nullable Column column(TableUse use, @Nullable String qualifier, String name) {
        List<TableUse> meant = uses.stream()
                .filter(each -> qualifier != null ? each.label().equals(qualifier) : mayHave(each, name))
                .toList();
        boolean certain = meant.size() == 1 && meant.get(0).equals(use);
        boolean unclear = qualifier == null && (natural || merged.contains(name));
        return certain && !unclear ? column(use, name) : null;
    }

    /** The column that an expression is, or null. */
    @Nullable ColumnRef column(int first, int afterLast) {
        boolean qualified = text.is(first + 1, ".");
        int name = qualified ? first + 2 : first;
        if (afterLast != name + 1 || !text.isName(first) || !text.isName(name)) {
            return null;
        }
        for (TableUse use : uses) {
            if (column(use, qualified ? text.name(first) : null, text.name(name)) != null) {
                return new ColumnRef(use.id(), text.name(name).toLowerCase(Locale.ROOT));
            }
        }
        return null;
    }

    private boolean mayHave(TableUse use, String name) {
        return tables.columns(use.id()).isEmpty() || column(use, name) != null;
    }

    private @Nullable Column column(TableUse use, String name) {
        return tables.column(new ColumnRef(use.id(), name));
    }
}
