package io.shardkit.algorithm;

import io.shardkit.algorithm.InlineExpression.Binary;
import io.shardkit.algorithm.InlineExpression.Call;
import io.shardkit.algorithm.InlineExpression.Choice;
import io.shardkit.algorithm.InlineExpression.Constant;
import io.shardkit.algorithm.InlineExpression.Element;
import io.shardkit.algorithm.InlineExpression.Method;
import io.shardkit.algorithm.InlineExpression.Operator;
import io.shardkit.algorithm.InlineExpression.Strings;
import io.shardkit.algorithm.InlineExpression.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads templates of names, such as {@code t_order_${order_id % 4}}, with {@code ${..}} or {@code $->{..}}. Of Groovy it
 * knows whole numbers, strings in quotes, one variable or those of several columns, the operators of {@link Operator},
 * {@code ? :}, parentheses, lists of strings, {@code Math.abs} and the methods of {@link Method}; it refuses anything else.
 * Not thread-safe.
 */
final class InlineParser {
    /** Groovy's operators that begin as another does. */
    private static final List<String> OTHER_OPERATORS = List.of("<=>", "===", "!==", "==~", "=~", "**", "++", "--");

    private final String text;
    private int at;
    private @Nullable String variable;

    /** The columns that variables may name; null if there is one variable, of any name. */
    private final @Nullable List<String> columns;

    private InlineParser(String text, @Nullable List<String> columns) {
        this.text = text;
        this.columns = columns;
    }

    /** Told of what it does not understand; the message says where and what would be right. */
    static final class NotUnderstood extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotUnderstood(String message) {
            super(message);
        }
    }

    /**
     * The parts of a template.
     *
     * @param parts constants and expressions, whose values make a name one after the other; at least one
     * @param variable the name of the variable, or null if there is none
     */
    record Template(List<InlineExpression> parts, @Nullable String variable) {
        Template {
            parts = List.copyOf(parts);
        }
    }

    /** Reads a template of one variable. */
    static Template read(String template) {
        return read(template, null);
    }

    /**
     * Reads a template of several variables.
     *
     * @param columns what they may name, in lower case; null for a template of one variable
     */
    static Template read(String template, @Nullable List<String> columns) {
        InlineParser parser = new InlineParser(template, columns);
        List<InlineExpression> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        while (parser.at < template.length()) {
            if (!parser.takes("$->{") && !parser.takes("${")) {
                if ("{}".indexOf(template.charAt(parser.at)) >= 0) {
                    throw parser.notUnderstood("a brace without a dollar; an expression is written $->{..}");
                }
                literal.append(template.charAt(parser.at++));
                continue;
            }
            if (literal.length() > 0) {
                parts.add(new Constant(literal.toString()));
                literal.setLength(0);
            }
            parts.add(parser.choice());
            parser.expect('}');
        }
        if (literal.length() > 0) {
            parts.add(new Constant(literal.toString()));
        }
        return new Template(parts, parser.variable);
    }

    private InlineExpression choice() {
        InlineExpression condition = operation(0);
        if (peek() != '?') {
            return condition;
        }
        at++;
        InlineExpression first = choice();
        expect(':');
        return new Choice(condition, first, choice());
    }

    /** Operators of a precedence and all that bind more tightly. */
    private InlineExpression operation(int precedence) {
        if (precedence > Operator.TIGHTEST) {
            return signed();
        }
        InlineExpression left = operation(precedence + 1);
        while (true) {
            Operator operator = operator();
            if (operator == null || operator.precedence != precedence) {
                return left;
            }
            at += operator.symbol.length();
            InlineExpression right = operation(precedence + 1);
            if (operator == Operator.REMAINDER && right.equals(new Constant(0))) {
                throw notUnderstood("a remainder by 0");
            }
            left = new Binary(operator, left, right);
        }
    }

    /** The operator that stands here, or null. */
    private @Nullable Operator operator() {
        if (peek() == '/') {
            throw notUnderstood("'/' makes a fraction there; write .intdiv(n)");
        }
        for (String other : OTHER_OPERATORS) {
            if (text.startsWith(other, at)) {
                throw notUnderstood("'" + other + "'");
            }
        }
        for (Operator operator : Operator.values()) {
            if (!operator.symbol.isEmpty() && text.startsWith(operator.symbol, at)) {
                return operator;
            }
        }
        return null;
    }

    private InlineExpression signed() {
        if (peek() == '-') {
            at++;
            return new Binary(Operator.MINUS, new Constant(0), signed());
        }
        if (peek() == '!') {
            at++;
            return new Choice(signed(), new Constant(false), new Constant(true));
        }
        if (peek() == '~') {
            at++;
            return new Binary(Operator.BIT_XOR, signed(), new Constant(-1));
        }
        return calls(primary());
    }

    private InlineExpression calls(InlineExpression first) {
        InlineExpression target = first;
        while (peek() == '.') {
            at++;
            target = call(target, word());
        }
        return target;
    }

    private InlineExpression call(InlineExpression target, String name) {
        for (Method method : Method.values()) {
            if (method.isCalled(name)) {
                List<InlineExpression> arguments = arguments();
                if (arguments.size() < method.leastArguments || arguments.size() > method.mostArguments) {
                    throw notUnderstood("'" + name + "' with " + arguments.size() + " arguments");
                }
                return new Call(method, target, arguments);
            }
        }
        throw notUnderstood("the method '" + name + "'");
    }

    private List<InlineExpression> arguments() {
        expect('(');
        List<InlineExpression> arguments = new ArrayList<>();
        if (peek() == ')') {
            at++;
            return arguments;
        }
        arguments.add(choice());
        while (peek() == ',') {
            at++;
            arguments.add(choice());
        }
        expect(')');
        return arguments;
    }

    private InlineExpression primary() {
        char next = peek();
        if (next == '(') {
            at++;
            InlineExpression inner = choice();
            expect(')');
            return inner;
        }
        if (next == '\'' || next == '"') {
            return new Constant(quoted(next));
        }
        if (next == '[') {
            return strings();
        }
        if (Character.isDigit(next)) {
            return number();
        }
        String word = word();
        if (word.equals("Math")) {
            expect('.');
            String name = word();
            List<InlineExpression> arguments = arguments();
            if (!name.equals("abs") || arguments.size() != 1) {
                throw notUnderstood("'Math." + name + "'");
            }
            return new Call(Method.ABS, arguments.get(0), List.of());
        }
        if (columns != null) {
            int column = columns.indexOf(word.toLowerCase(Locale.ROOT));
            if (column < 0) {
                throw notUnderstood("'" + word + "', which is not one of the columns " + columns);
            }
            return new Element(column);
        }
        if (variable != null && !variable.equalsIgnoreCase(word)) {
            throw notUnderstood("a second variable, '" + word + "' beside '" + variable + "'");
        }
        variable = word.toLowerCase(Locale.ROOT);
        return new Variable();
    }

    private String quoted(char quote) {
        int end = text.indexOf(quote, at + 1);
        if (end < 0) {
            throw notUnderstood("a text without its second quote");
        }
        String value = text.substring(at + 1, end);
        if (value.indexOf('\\') >= 0 || (quote == '"' && value.indexOf('$') >= 0)) {
            throw notUnderstood("a text with '\\' or '$'");
        }
        at = end + 1;
        return value;
    }

    /** A list of strings, which {@code contains} may follow. */
    private InlineExpression strings() {
        Set<String> strings = new HashSet<>();
        do {
            at++;
            char quote = peek();
            if (quote != '\'' && quote != '"') {
                throw notUnderstood("a list of other values than strings in quotes");
            }
            strings.add(quoted(quote));
        } while (peek() == ',');
        expect(']');
        if (peek() != '.' || !text.startsWith("contains", at + 1)) {
            throw notUnderstood("a list without .contains(..)");
        }
        return new Strings(strings);
    }

    private InlineExpression number() {
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        String digits = text.substring(start, at);
        if (digits.length() > 1 && digits.charAt(0) == '0') {
            throw notUnderstood(digits + ", which Groovy takes for an octal number");
        }
        boolean isLong = at < text.length() && (text.charAt(at) == 'L' || text.charAt(at) == 'l');
        at += isLong ? 1 : 0;
        try {
            long value = Long.parseLong(digits);
            return new Constant(isLong || value > Integer.MAX_VALUE ? (Object) value : (Object) (int) value);
        } catch (NumberFormatException e) {
            throw notUnderstood("the number " + digits);
        }
    }

    private String word() {
        peek();
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at)) && text.charAt(at) != '$') {
            at++;
        }
        if (start == at) {
            throw notUnderstood(at < text.length() ? "'" + text.charAt(at) + "'" : "its end");
        }
        return text.substring(start, at);
    }

    /** The next character that is no blank, or 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char wanted) {
        char next = peek();
        if (next != wanted) {
            throw notUnderstood((next == 0 ? "its end" : "'" + next + "'") + " where '" + wanted + "' is expected");
        }
        at++;
    }

    private boolean takes(String start) {
        boolean found = text.startsWith(start, at);
        at += found ? start.length() : 0;
        return found;
    }

    private NotUnderstood notUnderstood(String what) {
        return new NotUnderstood("'" + text + "' is not understood at " + at + ": " + what);
    }
}
