package io.shardkit.sql.statement;

import io.shardkit.dialect.NameCase;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Spelling;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text with slots for the actual tables and a note of where each of its parameters comes from. Immutable.
 */
public final class SqlTemplate {

    private sealed interface Piece {}

    private record Text(String text) implements Piece {}

    private record Slot(int use, String written, Spelling spelling, String label) implements Piece {}

    private record Derived(int use, String quote, UnaryOperator<String> name) implements Piece {}

    /** A piece of a text that is put together. */
    public sealed interface Part {
        /** A text without parameters. */
        record Written(String text) implements Part {}

        /**
         * A part of the statement, with its edits and parameters.
         *
         * @param uses the table use that is named there, by that which the statement names
         */
        record Copied(Span span, IntUnaryOperator uses) implements Part {}
    }

    private record Edit(Span span, List<Piece> pieces, List<Integer> sources) {
        boolean isInsertion() {
            return span.start() == span.end();
        }

        boolean isInsertionAtAnEndOf(Span whole) {
            return isInsertion() && (span.start() == whole.start() || span.end() == whole.end());
        }
    }

    /** About the length of a table's name, or more. */
    private static final int NAME_LENGTH = 32;

    /**
     * A query of the statement that is asked before it: slots of the statement, and of later queries, read its rows.
     *
     * @param use the number of its rows' table; the statement has no such table
     */
    public record Asked(int use, SqlTemplate query) {}

    private final List<Piece> pieces;
    private final int[] sources;
    private final boolean plain;
    private final List<Asked> asked;

    /** About how long the text becomes. */
    private final int length;

    private SqlTemplate(List<Piece> pieces, int[] sources, boolean plain, List<Asked> asked) {
        this.pieces = List.copyOf(pieces);
        this.asked = List.copyOf(asked);
        int sum = 0;
        for (Piece piece : this.pieces) {
            sum += piece instanceof Text text ? text.text().length() : NAME_LENGTH;
        }
        this.length = sum;
        this.sources = sources;
        this.plain = plain;
    }

    /**
     * The text with a table's name in each slot.
     *
     * @param names from the number of a {@link TableUse} to its actual table, or null for the name as it was written
     */
    public String render(IntFunction<@Nullable String> names) {
        if (pieces.isEmpty()) {
            return "";
        }
        if (pieces.size() == 1 && pieces.get(0) instanceof Text only) {
            return only.text();
        }
        StringBuilder sql = new StringBuilder(length);
        for (Piece piece : pieces) {
            if (piece instanceof Text text) {
                sql.append(text.text());
            } else if (piece instanceof Slot slot) {
                String name = names.apply(slot.use());
                if (name == null) {
                    sql.append(slot.written());
                } else {
                    sql.append(slot.spelling().of(name)).append(slot.label());
                }
            } else if (piece instanceof Derived derived) {
                String name = derived.name().apply(Objects.requireNonNull(names.apply(derived.use())));
                sql.append(new Spelling(derived.quote(), NameCase.AS_WRITTEN).of(name));
            }
        }
        return sql.toString();
    }

    /** Returns true if a blank is missing between two pieces of SQL that follow each other. */
    public static boolean wouldBeOneWord(String text, String next) {
        return !text.isEmpty()
                && !next.isEmpty()
                && Characters.isNamePart(text.charAt(text.length() - 1))
                && Characters.isNamePart(next.charAt(0));
    }

    /** The text if there is no table's name in it, else null. */
    public @Nullable String constant() {
        for (Piece piece : pieces) {
            if (!(piece instanceof Text)) {
                return null;
            }
        }
        return render(use -> null);
    }

    /**
     * For each parameter of the rendered text: the user's parameter (0 and up), or {@code -1 - i} for the i-th computed
     * value; null if they are the user's parameters as they stand.
     */
    public int @Nullable [] parameterSources() {
        return plain ? null : sources.clone();
    }

    /** The numbers of the table uses that have slots. */
    public Set<Integer> uses() {
        Set<Integer> uses = new TreeSet<>();
        for (Piece piece : pieces) {
            if (piece instanceof Slot slot) {
                uses.add(slot.use());
            }
        }
        return uses;
    }

    /** The same text with slots of other table uses. */
    public SqlTemplate withUses(IntUnaryOperator others) {
        return new SqlTemplate(
                pieces.stream().map(piece -> withUse(piece, others)).toList(),
                sources,
                plain,
                asked.stream()
                        .map(each -> new Asked(each.use(), each.query().withUses(others)))
                        .toList());
    }

    /** The queries that are asked before, in their order. */
    public List<Asked> asked() {
        return asked;
    }

    private static Piece withUse(Piece piece, IntUnaryOperator others) {
        return piece instanceof Slot slot
                ? new Slot(others.applyAsInt(slot.use()), slot.written(), slot.spelling(), slot.label())
                : piece;
    }

    /** Returns the number of {@link #sources()}. */
    public int sourceCount() {
        return sources.length;
    }

    /**
     * Writes {@link #sources()} into an array.
     *
     * @param at the index of the first source
     * @return the index after the last source
     */
    public int copySources(int[] target, int at) {
        System.arraycopy(sources, 0, target, at, sources.length);
        return at + sources.length;
    }

    /** As {@link #parameterSources()}, also where they are the user's parameters as they stand. */
    public int[] sources() {
        return sources.clone();
    }

    /** The statement with nothing but its tables renamed. */
    public static SqlTemplate of(ParsedStatement statement) {
        return new Editor(statement).build();
    }

    /** Collects edits of a statement's text; what is not edited stays as the user wrote it. Not thread-safe. */
    public static final class Editor {
        private final SqlText text;

        /** By where they start, so that a part of the text finds its own; those of one place as they were made. */
        private final NavigableMap<Integer, List<Edit>> edits = new TreeMap<>();

        private final List<Asked> asked = new ArrayList<>(0);

        private boolean parametersMoved;

        private record Fragment(List<Piece> pieces, int[] sources) {}

        /** Starts with all tables of the statement renamed. */
        public Editor(ParsedStatement statement) {
            this.text = statement.text();
            for (TableName name : statement.names()) {
                if (name.derived() != null) {
                    rename(name.span(), name.use(), name.derived());
                    continue;
                }
                Span span = name.span();
                String written = text.sql().substring(span.start(), span.end());
                String label = name.keepsLabel() ? " " + written : "";
                add(new Edit(span, List.of(new Slot(name.use(), written, name.spelling(), label)), List.of()));
            }
            if (statement instanceof ParsedStatement.Query query) {
                query.labels().forEach(label -> label(label.offset(), label.label()));
            }
        }

        /** Adds an edit; an insertion goes before the replacement of a span that starts there. */
        private void add(Edit edit) {
            List<Edit> here = edits.computeIfAbsent(edit.span().start(), start -> new ArrayList<>(1));
            int at = here.size();
            while (edit.isInsertion() && at > 0 && !here.get(at - 1).isInsertion()) {
                at--;
            }
            here.add(at, edit);
        }

        /** Takes back what starts between two offsets, both included. */
        private void remove(int from, int to, Predicate<Edit> which) {
            Collection<List<Edit>> here = edits.subMap(from, true, to, true).values();
            here.forEach(edit -> edit.removeIf(which));
            here.removeIf(List::isEmpty);
        }

        private static String quoted(String label) {
            return "`" + label.replace("`", "``") + "`";
        }

        /** Gives the select item that ends at an offset a label. */
        public Editor label(int offset, String label) {
            return insert(offset, " AS " + quoted(label), List.of());
        }

        /** Replaces a span, with all parameters in it, by a text that has these parameters. */
        public Editor replace(Span span, String replacement, List<Integer> sources) {
            parametersMoved |=
                    !sources.isEmpty() || text.parametersBefore(span.start()) < text.parametersBefore(span.end());
            remove(span.start(), span.end(), edit -> edit.span().end() <= span.end());
            add(new Edit(span, List.of(new Text(replacement)), sources));
            return this;
        }

        /** Puts a slot in the place of a table's name that is not renamed otherwise. */
        public Editor slot(Span span, int use) {
            remove(span.start(), span.start(), edit -> edit.span().equals(span));
            String written = text.sql().substring(span.start(), span.end());
            add(new Edit(span, List.of(new Slot(use, written, Spelling.PLAIN, "")), List.of()));
            return this;
        }

        /** Puts all rows of a table, which is not one of the statement, in the place of a query. */
        public Editor rows(Span query, int use) {
            parametersMoved = true;
            remove(
                    query.start(),
                    query.end(),
                    edit -> query.contains(edit.span().start()));
            add(new Edit(query, List.of(new Text("SELECT * FROM "), new Slot(use, "", Spelling.PLAIN, "")), List.of()));
            return this;
        }

        /**
         * Has a query, as it is edited so far, asked before the statement, and puts all of its rows in its place.
         *
         * @param declared the declarations of common tables that it reads
         * @param use the number of the table of the rows, which is not one of the statement
         */
        public Editor ask(List<Span> declared, Span query, int use) {
            List<Piece> pieces = new ArrayList<>();
            List<Integer> sources = new ArrayList<>();
            for (Span each : Stream.concat(declared.stream(), Stream.of(query)).toList()) {
                String before = each.equals(query) ? " " : pieces.isEmpty() ? "WITH " : ", ";
                Fragment fragment = fragment(each, false);
                pieces.add(new Text(declared.isEmpty() ? "" : before));
                pieces.addAll(fragment.pieces());
                Arrays.stream(fragment.sources()).forEach(sources::add);
            }
            int[] all = sources.stream().mapToInt(Integer::intValue).toArray();
            asked.add(new Asked(use, new SqlTemplate(pieces, all, false, List.of())));
            return rows(query, use);
        }

        /** Replaces a name, within its quotes if it has some, by one that is made of the actual name of a table. */
        public Editor rename(Span name, int use, UnaryOperator<String> byActualTable) {
            String written = text.sql().substring(name.start(), name.end());
            boolean quoted = Token.stripQuotes(written).length() < written.length();
            String quote = quoted ? written.substring(0, 1) : "";
            add(new Edit(name, List.of(new Derived(use, quote, byActualTable)), List.of()));
            return this;
        }

        /** Inserts text that has these parameters at an offset. */
        public Editor insert(int offset, String inserted, List<Integer> sources) {
            parametersMoved |= !sources.isEmpty();
            add(new Edit(new Span(offset, offset), List.of(new Text(inserted)), sources));
            return this;
        }

        /** Inserts, at an offset, a copy of a span of the statement between two pieces of SQL. */
        public Editor insertCopy(int offset, String before, Span copied, String after) {
            Fragment copy = fragment(copied, true);
            List<Piece> pieces = new ArrayList<>();
            pieces.add(new Text(before));
            pieces.addAll(copy.pieces());
            if (!after.isEmpty()) {
                pieces.add(new Text(after));
            }
            parametersMoved |= copy.sources().length > 0;
            List<Integer> sources = Arrays.stream(copy.sources()).boxed().toList();
            add(new Edit(new Span(offset, offset), pieces, sources));
            return this;
        }

        /** Inserts, at an offset, parts of the statement and other SQL. */
        public Editor insert(int offset, List<Part> parts) {
            List<Piece> pieces = new ArrayList<>();
            List<Integer> sources = new ArrayList<>();
            for (Part part : parts) {
                if (part instanceof Part.Written written) {
                    pieces.add(new Text(written.text()));
                } else if (part instanceof Part.Copied copied) {
                    Fragment copy = fragment(copied.span(), true);
                    copy.pieces().forEach(piece -> pieces.add(withUse(piece, copied.uses())));
                    Arrays.stream(copy.sources()).forEach(sources::add);
                }
            }
            parametersMoved |= !sources.isEmpty();
            add(new Edit(new Span(offset, offset), pieces, sources));
            return this;
        }

        /** The edited text. */
        public SqlTemplate build() {
            return build(new Span(0, text.sql().length()));
        }

        /** A part of the edited text. */
        public SqlTemplate build(Span part) {
            Fragment whole = fragment(part, false);
            return new SqlTemplate(whole.pieces(), whole.sources(), !parametersMoved, asked);
        }

        /** @param within whether to leave out what is inserted at the ends of the span */
        private Fragment fragment(Span span, boolean within) {
            FragmentBuilder built = new FragmentBuilder(text);
            int at = span.start();
            for (List<Edit> here :
                    edits.subMap(span.start(), true, span.end(), true).values()) {
                for (Edit edit : here) {
                    if (edit.span().end() <= span.end() && !(within && edit.isInsertionAtAnEndOf(span))) {
                        built.copy(at, edit.span().start());
                        built.edit(edit);
                        at = edit.span().end();
                    }
                }
            }
            built.copy(at, span.end());
            return new Fragment(built.pieces(), built.sources());
        }
    }

    /** Puts pieces together; adjacent pieces of constant SQL become one. Not thread-safe. */
    private static final class FragmentBuilder {
        private static final int[] NO_SOURCES = {};

        private final SqlText text;
        private final List<Piece> pieces = new ArrayList<>(1);
        private String written = "";
        private @Nullable StringBuilder more;

        /** The last added piece if it is constant SQL. */
        private String last = "";

        private int[] sources = NO_SOURCES;
        private int sourceCount;

        FragmentBuilder(SqlText text) {
            this.text = text;
        }

        List<Piece> pieces() {
            flush();
            return pieces;
        }

        int[] sources() {
            return sourceCount == sources.length ? sources : Arrays.copyOf(sources, sourceCount);
        }

        /** Adds what an edit puts in. */
        void edit(Edit edit) {
            for (int i = 0; i < edit.pieces().size(); i++) {
                Piece piece = edit.pieces().get(i);
                if (piece instanceof Text inserted) {
                    write(inserted.text(), i == 0);
                } else {
                    flush();
                    pieces.add(piece);
                    last = "";
                }
            }
            reserve(edit.sources().size());
            edit.sources().forEach(source -> sources[sourceCount++] = source);
        }

        /** Adds a part of the statement's own text, with its parameters. */
        void copy(int from, int to) {
            if (to > from) {
                write(text.sql().substring(from, to), true);
                int first = text.parametersBefore(from);
                int afterLast = text.parametersBefore(to);
                reserve(afterLast - first);
                for (int i = first; i < afterLast; i++) {
                    sources[sourceCount++] = i;
                }
            }
        }

        private void reserve(int count) {
            if (sourceCount + count > sources.length) {
                sources = Arrays.copyOf(
                        sources, sourceCount == 0 ? count : Math.max(sourceCount + count, 2 * sourceCount));
            }
        }

        /** @param apart whether to keep what was inserted and the word beside it from becoming one: {@code COUNT(*)FROM t} */
        private void write(String added, boolean apart) {
            if (apart && wouldBeOneWord(last, added)) {
                append(" ");
            }
            append(added);
            last = added.isEmpty() ? last : added;
        }

        private void append(String added) {
            if (more != null) {
                more.append(added);
            } else if (written.isEmpty()) {
                written = added;
            } else if (!added.isEmpty()) {
                more = new StringBuilder(written).append(added);
            }
        }

        private void flush() {
            String whole = more == null ? written : more.toString();
            if (!whole.isEmpty()) {
                pieces.add(new Text(whole));
            }
            written = "";
            more = null;
        }
    }
}
