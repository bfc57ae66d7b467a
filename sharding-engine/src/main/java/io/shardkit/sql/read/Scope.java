package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Table;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that one query block can see. Not thread-safe. */
final class Scope {
    private final int number;
    private final @Nullable Scope parent;
    private final Catalog catalog;
    private final TableMarkers marks;
    private final Set<String> values;
    private final List<TableUse> uses = new ArrayList<>();
    private final Set<String> derived = new HashSet<>();
    private boolean joins;

    /** @param values the words, in upper case, that are no columns unless they are quoted or qualified */
    Scope(int number, @Nullable Scope parent, Catalog catalog, TableMarkers marks, Set<String> values) {
        this.number = number;
        this.parent = parent;
        this.catalog = catalog;
        this.marks = marks;
        this.values = values;
    }

    void add(TableUse use) {
        uses.add(use);
    }

    void addDerived(String label) {
        derived.add(label);
    }

    /** Notes that tables are joined by ON or USING, or naturally: names there may mean less than all tables. */
    void addJoin() {
        joins = true;
    }

    boolean hasDerived() {
        return !derived.isEmpty();
    }

    /**
     * Returns true if the scope is a subquery without rows of its own: an aggregate in the subquery may be one over the
     * rows around it.
     */
    boolean isNestedWithoutTables() {
        return parent != null && uses.isEmpty() && derived.isEmpty();
    }

    List<TableUse> uses() {
        return uses;
    }

    /** The table that a qualifier in this block means, or null if it is a derived one or unknown. */
    @Nullable TableUse table(String label) {
        if (derived.contains(label)) {
            return null;
        }
        for (TableUse use : uses) {
            if (use.label().equals(label)) {
                return use;
            }
        }
        return parent == null ? null : parent.table(label);
    }

    /** Returns true if a table or a derived table in sight has that name. */
    boolean isLabel(String name) {
        return derived.contains(name)
                || uses.stream().anyMatch(use -> use.label().equals(name))
                || (parent != null && parent.isLabel(name));
    }

    /** Returns true if a table in sight has the column, or has unknown columns. */
    boolean mayKnow(String column) throws SQLException {
        return seesDerived() || hasTableThatMayKnow(column);
    }

    /** The same, of tables that are not derived ones. */
    boolean hasTableThatMayKnow(String column) throws SQLException {
        for (TableUse use : uses) {
            if (!lacks(use, column)) {
                return true;
            }
        }
        return parent != null && parent.hasTableThatMayKnow(column);
    }

    /** Returns true if the table is known to have no such column. */
    boolean lacks(TableUse use, String column) throws SQLException {
        Table table = catalog.table(use.name());
        return table != null && table.column(column) == null;
    }

    /** Returns true if there is a derived table in sight. */
    boolean seesDerived() {
        return !derived.isEmpty() || (parent != null && parent.seesDerived());
    }

    /** The column that an expression is, or null if it is none or it is not certain which. */
    @Nullable ColumnRef column(SQLExpr expr) throws SQLException {
        if (expr instanceof SQLPropertyExpr property && property.getOwner() instanceof SQLIdentifierExpr owner) {
            TableUse use = table(marks.plain(owner.getName()));
            return use == null ? null : new ColumnRef(use.id(), marks.plain(property.getName()));
        }
        if (expr instanceof SQLIdentifierExpr identifier) {
            return isValue(identifier) ? null : unqualified(marks.plain(identifier.getName()));
        }
        return null;
    }

    /** Returns true if a bare name is a value, such as USER, and no column. */
    boolean isValue(SQLIdentifierExpr name) {
        return values.contains(Words.upper(name.getName()));
    }

    /** The tables of these uses, of which exactly one has the column; null otherwise. */
    @Nullable ColumnRef columnOf(List<TableUse> among, String name) throws SQLException {
        TableUse found = null;
        for (TableUse use : among) {
            Table table = catalog.table(use.name());
            if (table == null) {
                return null;
            }
            if (table.column(name) != null) {
                if (found != null) {
                    return null;
                }
                found = use;
            }
        }
        return found == null ? null : new ColumnRef(found.id(), name);
    }

    /**
     * The column that a name in this block means. Beside derived tables it is that of a table that has it: if one of the
     * derived tables had it too, the databases would refuse the name as ambiguous. That is not so where USING makes one column
     * of two, or ON sees the derived table and not yet the other one.
     */
    private @Nullable ColumnRef unqualified(String name) throws SQLException {
        return derived.isEmpty() ? outer(name) : joins ? null : columnOf(uses, name);
    }

    /** The same of a name in a block within: one in a derived table does not see the tables beside it. */
    private @Nullable ColumnRef outer(String name) throws SQLException {
        if (!derived.isEmpty()) {
            return null;
        }
        boolean inSight = false;
        for (TableUse use : uses) {
            Table table = catalog.table(use.name());
            if (table == null) {
                return null;
            }
            inSight |= table.column(name) != null;
        }
        if (inSight || parent == null) {
            return columnOf(uses, name);
        }
        return parent.outer(name);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "block %d %s", number, uses);
    }
}
