package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BooleanText.Leaf;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes a condition of the text for one on a single table if all columns in it are of the table, its result depends on
 * nothing but them and the parameters, and it fails for no row. What is not known to be so is no such condition.
 */
final class TableCondition {
    private final SqlText text;
    private final TableUse use;
    private final BlockNames names;
    private final Dialect dialect;

    TableCondition(SqlText text, TableUse use, BlockNames names, Dialect dialect) {
        this.text = text;
        this.use = use;
        this.names = names;
        this.dialect = dialect;
    }

    /** @param rejectsNulls whether it must not hold for a row of nothing but NULLs */
    Filter filter(Leaf leaf, boolean rejectsNulls) {
        ConditionWords words = new ConditionWords(text, leaf);
        if (!words.areKnown() || (rejectsNulls && !words.rejectNulls(this::isColumn))) {
            return Filter.NONE;
        }
        ConditionTypes types = new ConditionTypes(words);
        Rendered rendered = new Rendered(leaf.from());
        for (int i = leaf.from(); i < leaf.to(); i++) {
            if (words.isKeywordAt(i)) {
                if (text.token(i).kind() == Token.Kind.WORD && !text.is(i + 1, "(") && names.has(text.name(i))) {
                    return Filter.NONE;
                }
                rendered.add(i, text.string(i));
            } else if (text.isName(i)) {
                boolean qualified = text.is(i + 1, ".");
                int name = qualified ? i + 2 : i;
                Column column = column(i, name);
                if (column == null || text.is(name + 1, ".") || isPrefix(name) || (!qualified && isValueWord(i))) {
                    return Filter.NONE;
                }
                types.add(column, i, name);
                rendered.add(i, dialect.quoted(column.reportedName()));
                i = name;
            } else {
                rendered.add(i, text.string(i));
            }
            rendered.end(i);
        }
        return types.areSafe()
                ? rendered.filter(text.parametersBefore(text.token(leaf.from()).start()))
                : Filter.NONE;
    }

    /** Returns true if the word tells how to read the string behind it, as in N'a'. */
    private boolean isPrefix(int token) {
        return token + 1 < text.size() && text.token(token + 1).kind() == Token.Kind.STRING;
    }

    /** Returns true if the word stands for a value of the session or the clock, also where a column is called so. */
    private boolean isValueWord(int token) {
        return text.token(token).kind() == Token.Kind.WORD
                && dialect.text().valueWords().contains(text.word(token));
    }

    private boolean isColumn(int token) {
        return text.isName(token) && column(token, text.is(token + 1, ".") ? token + 2 : token) != null;
    }

    private @Nullable Column column(int first, int name) {
        if (!text.isName(name) || text.is(first - 1, ".")) {
            return null;
        }
        Column column = names.column(use, name == first ? null : text.name(first), text.name(name));
        return column == null || column.carrier() == Carrier.NONE ? null : column;
    }

    /** A text that is written with blanks where the user has them. */
    private final class Rendered {
        private final StringBuilder sql = new StringBuilder();
        private final int first;
        private int end;
        private int parameters;

        Rendered(int first) {
            this.first = first;
            this.end = text.token(first).start();
        }

        void add(int token, String written) {
            boolean apart = token > first && text.token(token).start() > end;
            sql.append(apart ? " " : "").append(written);
            parameters += text.token(token).kind() == Token.Kind.PARAMETER ? 1 : 0;
        }

        void end(int token) {
            end = text.token(token).end();
        }

        Filter filter(int firstParameter) {
            List<Integer> sources = IntStream.range(firstParameter, firstParameter + parameters)
                    .boxed()
                    .toList();
            return new Filter(sql.toString(), sources);
        }
    }
}
