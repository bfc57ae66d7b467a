package io.shardkit.sql.read;

import io.shardkit.dialect.facts.TextRules;
import io.shardkit.sql.form.LiteralSubstitutions;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.TokenFilter;
import io.shardkit.sql.text.Words;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Takes the tokens of plain rows out of an INSERT ... VALUES while it is read, so that a statement of very many rows
 * costs little more than reading its tokens. A row is plain if each of its values is a literal of a kind that the parser
 * would not be asked for, a parameter, or one of a few words. As the parser may read a value by its kind and by what
 * stands beside it, the first row of each length and with each kind in each place is left to it. Not thread-safe.
 */
public final class PlainRowReader implements TokenFilter {
    private static final String[] WORDS = {"NULL", "DEFAULT", "TRUE", "FALSE"};
    private static final String[] FUNCTIONS = {"NOW", "UUID", "RANDOM_UUID", "GEN_RANDOM_UUID"};
    private static final String[] BEFORE_ROWS = {"VALUES", "VALUE"};
    private static final String[] OTHER_FORMS = {"SET", "SELECT", "WITH", "DEFAULT", "ON"};

    private static final Value NULL_VALUE = new Value.Literal(null);
    private static final Value ZERO = new Value.Literal(0L);
    private static final Value TRUE_VALUE = new Value.Literal(true);
    private static final Value FALSE_VALUE = new Value.Literal(false);
    private static final BitSet NO_DEFAULTS = new BitSet();

    // Kinds of values: those with a sign are four, for minus and plus; words and functions are as many as there are.
    private static final int NONE = -1;
    private static final int PARAMETER = 0;
    private static final int STRING = 1;
    private static final int INTEGER = 2;
    private static final int DECIMAL = 3;
    private static final int SIGNED = 4;
    private static final int WORD = 8;
    private static final int NULL = WORD;
    private static final int DEFAULT = WORD + 1;
    private static final int TRUE = WORD + 2;
    private static final int FALSE = WORD + 3;
    private static final int CALL = WORD + 4;

    /** By its low bits a value's place in the row: whether it is the first, whether it is the last. */
    private static final int PLACES = 4;

    private enum State {
        BEFORE_VALUES,
        BEFORE_ROW,
        IN_ROW,
        BEHIND_ROW,
        ENDED
    }

    private final String sql;
    private final TextRules rules;

    /** Of the text so far. */
    private List<Token> tokens = List.of();

    private State state = State.BEFORE_VALUES;

    /** The token that the row starts with. */
    private int first;

    /** The number of parameters before the row. */
    private int parametersBefore;

    private boolean wordRow;

    /** Kinds in their places, and lengths, that the parser is shown. */
    private final BitSet shownKinds = new BitSet();

    private final BitSet shownLengths = new BitSet();

    private final List<ParsedStatement.Row> rows = new ArrayList<>();
    private final List<Span> calls = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    private int defaults;

    // The row that is being read.
    private @Nullable Value[] values = new Value[8];
    private Span[] places = new Span[8];
    private int[] kinds = new int[8];
    private int count;

    public PlainRowReader(String sql, TextRules rules) {
        this.sql = sql;
        this.rules = rules;
    }

    /** The rows whose tokens it took out. */
    public PlainRows rows() {
        return rows.isEmpty() ? PlainRows.NONE : new PlainRows(rows, defaults, functions);
    }

    @Override
    public int end() {
        return rows().end();
    }

    @Override
    public List<Span> clockCalls() {
        List<Span> ofClock = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            if (Functions.isOfClock(functions.get(i))) {
                ofClock.add(calls.get(i));
            }
        }
        return ofClock;
    }

    @Override
    public void added(List<Token> soFar, int parameters) {
        int last = soFar.size() - 1;
        Token token = soFar.get(last);
        if (token.depth() > 0 || state == State.ENDED) {
            return;
        }
        tokens = soFar;
        switch (state) {
            case BEFORE_VALUES -> {
                boolean other = last == 0 ? !is(token, "INSERT") && !is(token, "REPLACE") : isOneOf(token, OTHER_FORMS);
                state = other ? State.ENDED : isOneOf(token, BEFORE_ROWS) ? State.BEFORE_ROW : State.BEFORE_VALUES;
                wordRow = false;
            }
            case BEFORE_ROW -> {
                if (!wordRow && is(token, "ROW")) {
                    wordRow = true;
                } else {
                    state = is(token, "(") ? State.IN_ROW : State.ENDED;
                    first = wordRow ? last - 1 : last;
                    parametersBefore = parameters;
                }
            }
            case IN_ROW -> {
                row(last);
                state = State.BEHIND_ROW;
            }
            case BEHIND_ROW -> {
                state = is(token, ",") ? State.BEFORE_ROW : State.ENDED;
                wordRow = false;
            }
            case ENDED -> {}
        }
    }

    /** Reads the row that ends with a token, and takes it out if the parser knows all of it. */
    private void row(int close) {
        if (!isPlain(first + (wordRow ? 2 : 1), close)) {
            return;
        }
        int length = 2 * count + (wordRow ? 1 : 0);
        boolean known = shownLengths.get(length);
        for (int i = 0; i < count; i++) {
            int place = PLACES * kinds[i] + (i == 0 ? 1 : 0) + (i == count - 1 ? 2 : 0);
            known &= shownKinds.get(place);
            shownKinds.set(place);
        }
        shownLengths.set(length);
        if (known) {
            takeOut(close);
        }
    }

    private void takeOut(int close) {
        BitSet ofRow = null;
        for (int i = 0; i < count; i++) {
            if (kinds[i] == DEFAULT) {
                ofRow = ofRow == null ? new BitSet(count) : ofRow;
                ofRow.set(i);
                defaults++;
            } else if (kinds[i] >= CALL) {
                calls.add(places[i]);
                functions.add(FUNCTIONS[kinds[i] - CALL].toLowerCase(Locale.ROOT));
            }
        }
        Span span = new Span(tokens.get(first).start(), tokens.get(close).end());
        rows.add(new ParsedStatement.Row(
                span,
                Arrays.asList(Arrays.copyOf(values, count)),
                Arrays.asList(Arrays.copyOf(places, count)),
                ofRow == null ? NO_DEFAULTS : ofRow));
        // With the comma before it.
        tokens.subList(first - 1, close + 1).clear();
    }

    /** Returns true if the tokens are values of which nothing but what is read here matters. */
    private boolean isPlain(int from, int close) {
        count = 0;
        int parameter = parametersBefore;
        int at = from;
        while (at < close) {
            if (count == kinds.length) {
                values = Arrays.copyOf(values, 2 * count);
                places = Arrays.copyOf(places, 2 * count);
                kinds = Arrays.copyOf(kinds, 2 * count);
            }
            int kind = tokens.get(at).kind() == Token.Kind.PARAMETER ? PARAMETER : kind(at);
            int afterLast = at + (kind >= CALL ? 3 : kind >= SIGNED && kind < WORD ? 2 : 1);
            if (kind == NONE || !(afterLast == close || is(tokens.get(afterLast), ","))) {
                return false;
            }
            values[count] = kind == PARAMETER ? new Value.Parameter(parameter++) : value(kind, at, afterLast - 1);
            places[count] =
                    new Span(tokens.get(at).start(), tokens.get(afterLast - 1).end());
            kinds[count++] = kind;
            // A comma before the parenthesis leaves the last value out.
            at = afterLast == close ? close : afterLast + 1;
            if (at == close && afterLast < close) {
                return false;
            }
        }
        return count > 0;
    }

    /** The kind of the literal, word or call that starts at a token. */
    private int kind(int at) {
        Token token = tokens.get(at);
        return switch (token.kind()) {
            case STRING -> STRING;
            case NUMBER -> kindOfNumber(token);
            case WORD -> {
                boolean call = is(tokens.get(at + 1), "(") && is(tokens.get(at + 2), ")");
                yield indexOf(token, call ? FUNCTIONS : WORDS, call ? CALL : WORD);
            }
            case SYMBOL -> {
                Token next = tokens.get(at + 1);
                boolean beside = next.kind() == Token.Kind.NUMBER && next.start() == token.end();
                int number = beside ? kindOfNumber(next) : NONE;
                boolean minus = is(token, "-");
                yield number != NONE && (minus || is(token, "+"))
                        ? SIGNED + 2 * (number - INTEGER) + (minus ? 1 : 0)
                        : NONE;
            }
            default -> NONE;
        };
    }

    private int kindOfNumber(Token token) {
        int point = -1;
        for (int i = token.start(); i < token.end(); i++) {
            char c = sql.charAt(i);
            if (c == '.' && point < 0) {
                point = i;
            } else if (c < '0' || c > '9') {
                return NONE;
            }
        }
        boolean edge = point == token.start() || point == token.end() - 1;
        return edge || token.end() - token.start() > NormalizedSql.MOST_DIGITS ? NONE : point < 0 ? INTEGER : DECIMAL;
    }

    private int indexOf(Token token, String[] words, int offset) {
        for (int i = 0; i < words.length; i++) {
            if (is(token, words[i])) {
                return offset + i;
            }
        }
        return NONE;
    }

    private @Nullable Value value(int kind, int at, int last) {
        Token token = tokens.get(last);
        return switch (kind) {
            case STRING ->
                new Value.Literal(LiteralSubstitutions.value(sql.substring(token.start(), token.end()), rules));
            case INTEGER, DECIMAL -> new Value.Literal(number(token));
            case NULL -> NULL_VALUE;
            case TRUE -> rules.truthMayBeName() ? null : TRUE_VALUE;
            case FALSE -> rules.truthMayBeName() ? null : FALSE_VALUE;
            default -> kind >= SIGNED && kind < WORD ? signed(token, is(tokens.get(at), "-")) : null;
        };
    }

    private Value signed(Token token, boolean minus) {
        Number number = number(token);
        if (!minus) {
            return new Value.Arithmetic(Value.Operator.PLUS, ZERO, new Value.Literal(number));
        }
        return new Value.Literal(
                number instanceof BigDecimal decimal ? decimal.negate() : (Number) (-number.longValue()));
    }

    private Number number(Token token) {
        for (int i = token.start(); i < token.end(); i++) {
            if (sql.charAt(i) == '.') {
                return new BigDecimal(sql.substring(token.start(), token.end()));
            }
        }
        return Long.parseLong(sql, token.start(), token.end(), 10);
    }

    private boolean isOneOf(Token token, String[] words) {
        return indexOf(token, words, 0) != NONE;
    }

    private boolean is(Token token, String word) {
        return token.end() - token.start() == word.length()
                && (token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.SYMBOL)
                && Words.stands(sql, token.start(), word);
    }
}
