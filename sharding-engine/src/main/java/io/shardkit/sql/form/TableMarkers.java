package io.shardkit.sql.form;

import io.shardkit.dialect.ServerSettings;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Spelling;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ties the parser's tree to places in the text. Every token that spells the name of a known table is given a number of
 * its own before the text is parsed ({@code t_order} becomes {@code t_order__sk0}); a name found in the tree then says
 * which token it came from. Each mark must be decided before the statement is accepted: a mark that the reader of the
 * tree did not meet shows that parser and reader do not see what stands in the text.
 */
public final class TableMarkers {
    private static final int UNDECIDED = -1;
    private static final int KEEP = -2;
    private static final Set<String> KEYWORDS = Words.of(
            """
            order group user key index table value values set select from where date time type status comment
            count level rank row rows position language condition option session year month day name data text
            left right match check desc range limit offset""");

    /** Names that the parser takes for words of its own even in quotes. */
    private static final Set<String> MISREAD =
            Words.of("top nextval currval cube rollup point polygon box circle extract");

    private final SqlText text;
    private final ShardMap rule;
    private final ServerSettings settings;
    private final Substitutions forms;
    private final String markedSql;
    private final String suffix;
    private final Map<Integer, Integer> marks = new HashMap<>();
    private final Map<Integer, TableUse> locked = new LinkedHashMap<>();
    private final List<Integer> tokens = new ArrayList<>();
    private final int[] decisions;
    private final @Nullable Spelling[] spellings;
    private final Map<Integer, String> meantByUse = new HashMap<>();
    private boolean isOtherCase;
    private final BitSet qualifiers = new BitSet();

    public TableMarkers(SqlText text, ShardMap rule, Substitutions forms, ServerSettings settings) {
        this.text = text;
        this.rule = rule;
        this.settings = settings;
        this.forms = forms;
        this.suffix = forms.suffix();
        for (int i = 0; i < text.size(); i++) {
            Token token = text.token(i);
            boolean quoted = token.kind() == Token.Kind.QUOTED;
            if (forms.isOriginal(i)
                    && (quoted || token.kind() == Token.Kind.WORD)
                    && ((isKnown(rule, unquoted(i)) && isName(i, quoted))
                            || forms.isNumbered(i)
                            || (isBareName(i) && MISREAD.contains(unquoted(i))))) {
                marks.put(i, tokens.size());
                tokens.add(i);
            }
        }
        markedSql = forms.write((token, out) -> write(token, forms.quoteOf(token), out));
        decisions = new int[tokens.size()];
        spellings = new Spelling[tokens.size()];
        Arrays.fill(decisions, UNDECIDED);
    }

    /** Returns true if the token is a column that is known as one without its quotes. */
    private boolean isBareName(int token) {
        return text.token(token).kind() == Token.Kind.QUOTED
                && Character.isJavaIdentifierStart(
                        text.sql().charAt(text.token(token).start()));
    }

    private void write(int token, char quote, StringBuilder out) {
        Integer mark = marks.get(token);
        if (quote != 0) {
            out.append(quote);
        }
        if (quote == 0) {
            out.append(text.sql(), text.token(token).start(), text.token(token).end());
        } else {
            out.append(Token.stripQuotes(text.string(token)));
        }
        if (mark != null) {
            out.append(suffix).append(mark.intValue());
        }
        if (quote != 0) {
            out.append(quote);
        }
    }

    /** The text for the parser. */
    public String markedSql() {
        return markedSql;
    }

    /** The name without quotes and mark, in lower case. */
    public String plain(String identifier) {
        String name = Token.stripQuotes(identifier).toLowerCase(Locale.ROOT);
        int mark = markOf(name);
        return mark < 0 ? name : name.substring(0, name.lastIndexOf(suffix));
    }

    /** Says that the mark of this identifier, if it has one, names the table where it is joined or written. */
    public void table(String identifier, TableUse use) {
        rename(markOf(Token.stripQuotes(identifier).toLowerCase(Locale.ROOT)), use);
    }

    /** Says that the mark of this identifier, if it has one, qualifies a column by the table's name. */
    public void qualifier(String identifier, TableUse use) {
        int mark = markOf(Token.stripQuotes(identifier).toLowerCase(Locale.ROOT));
        rename(mark, use);
        if (mark >= 0) {
            qualifiers.set(mark);
        }
    }

    private void rename(int mark, TableUse use) {
        if (mark >= 0) {
            decisions[mark] = rule.isBroadcast(use.name()) ? KEEP : use.id();
            spellings[mark] = spelling(tokens.get(mark), use);
        }
    }

    /** Returns the spelling of a table's name in a token; notes names that a database takes for those of other tables. */
    private Spelling spelling(int token, TableUse use) {
        Token place = text.token(token);
        RoutedTable table = rule.shardedTable(use.name());
        Spelling spelling = text.spelling(place, table == null ? use.name() : table.declaredName(), settings);
        if (table != null) {
            String meant = text.meant(place, settings);
            isOtherCase |= spelling == null || !meant.equals(meantByUse.computeIfAbsent(use.id(), none -> meant));
        }
        return spelling == null ? Spelling.PLAIN : spelling;
    }

    /** Says that the token, which the parser does not see, names the table in a locking clause. */
    public void locked(int token, TableUse use) {
        if (!use.aliased() && rule.shardedTable(use.name()) != null) {
            locked.put(token, use);
            spelling(token, use);
        }
    }

    /** Says that the mark of this identifier, if it has one that is not decided, is an alias or a column. */
    public void keep(String identifier) {
        int mark = markOf(Token.stripQuotes(identifier).toLowerCase(Locale.ROOT));
        if (mark >= 0 && decisions[mark] == UNDECIDED) {
            decisions[mark] = KEEP;
        }
    }

    /** Returns true if the name, in lower case, is that of a table which the rule knows. */
    public boolean isKnown(String name) {
        return isKnown(rule, name);
    }

    /** Returns true if the name is that of a sharded table's actual table. */
    public boolean isActualTable(String identifier) {
        return rule.isActualTable(Token.stripQuotes(identifier));
    }

    public boolean isMarked(String identifier) {
        return markOf(Token.stripQuotes(identifier).toLowerCase(Locale.ROOT)) >= 0;
    }

    /**
     * Returns true if the name is that of a call that makes the rows of a table and that the parser would take for
     * another call.
     */
    public boolean isCallForTable(String identifier) {
        int mark = markOf(Token.stripQuotes(identifier).toLowerCase(Locale.ROOT));
        return mark >= 0 && forms.isNumbered(tokens.get(mark));
    }

    /**
     * The places to rename.
     *
     * @param computed tokens that the database may show in the label of a computed column
     * @param renamed numbers of the table uses that are renamed
     * @throws SQLException a refusal if a mark was not met
     */
    List<TableName> names(BitSet computed, BitSet renamed) throws SQLException {
        if (isOtherCase) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSTABLE_PARSE, "a table's name in another case than that of its actual tables");
        }
        BitSet labelled = new BitSet();
        for (int i = 0; i < decisions.length; i++) {
            if (decisions[i] == UNDECIDED) {
                throw ShardingExceptions.of(
                        ErrorCode.UNSTABLE_PARSE,
                        "the name "
                                + text.string(tokens.get(i))
                                + " at offset "
                                + text.token(tokens.get(i)).start());
            }
            if (decisions[i] >= 0 && !renamed.get(decisions[i])) {
                decisions[i] = KEEP;
            }
            if (decisions[i] >= 0 && qualifiers.get(i) && computed.get(tokens.get(i))) {
                labelled.set(decisions[i]);
            }
        }
        List<TableName> names = new ArrayList<>();
        for (int i = 0; i < decisions.length; i++) {
            boolean keepsLabel = decisions[i] >= 0 && labelled.get(decisions[i]);
            if (decisions[i] >= 0 && !(keepsLabel && qualifiers.get(i))) {
                Token token = text.token(tokens.get(i));
                names.add(new TableName(
                        new Span(token.start(), token.end()),
                        decisions[i],
                        keepsLabel,
                        Objects.requireNonNull(spellings[i])));
            }
        }
        locked.forEach((token, use) -> {
            if (!labelled.get(use.id())) {
                names.add(new TableName(text.span(token, token + 1), use.id(), false, spelling(token, use)));
            }
        });
        return names;
    }

    /** The places in optimizer hints that name one of these tables, which have no alias. */
    void addHints(List<TableUse> uses, List<TableName> names) {
        String sql = text.sql();
        for (Span hint : text.hints()) {
            for (int start = hint.start(), end = start; start < hint.end(); start = end + 1) {
                end = start;
                while (Characters.isNamePart(sql.charAt(end))) {
                    end++;
                }
                for (TableUse use : uses) {
                    if (!use.aliased()
                            && use.name().equalsIgnoreCase(sql.substring(start, end))
                            && rule.shardedTable(use.name()) != null) {
                        names.add(new TableName(new Span(start, end), use.id(), false, Spelling.PLAIN));
                    }
                }
            }
        }
    }

    private int markOf(String name) {
        int at = name.lastIndexOf(suffix);
        if (at <= 0) {
            return -1;
        }
        try {
            int mark = Integer.parseInt(name.substring(at + suffix.length()));
            return mark < tokens.size() ? mark : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private boolean isName(int index, boolean quoted) {
        if (quoted || !KEYWORDS.contains(unquoted(index))) {
            return true;
        }
        return text.is(index + 1, ".")
                || (text.isOneOf(index - 1, "FROM", "JOIN", "INTO", "UPDATE", "TABLE", ",")
                        && !text.is(index + 1, "BY"));
    }

    private String unquoted(int index) {
        return Token.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT);
    }

    static boolean isKnown(ShardMap rule, String name) {
        return rule.shardedTable(name) != null
                || rule.isBroadcast(name)
                || rule.singles().containsKey(name);
    }
}
