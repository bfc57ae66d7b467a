package io.shardkit.differential.lexical;

import static io.shardkit.differential.lexical.LexicalAlphabet.any;

import io.shardkit.differential.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Changes the characters of a well-formed statement where databases read differently: blanks, ends of lines, comments,
 * numbers, strings, operators, names, and the clauses that cut rows off. What it makes is seldom sense to all of them.
 * Not thread-safe.
 */
final class LexicalMutator {
    /** A mutated statement, and by what it was made. */
    record Mutant(Sql sql, String kind) {}

    private static final Pattern TOKEN =
            Pattern.compile("'(?:[^']|'')*'|\"[^\"]*\"|`[^`]*`|\\d+(?:\\.\\d+)?|[A-Za-z_]\\w*"
                    + "|<=>|->>|<=|>=|<>|!=|\\|\\||::|->|\\S");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
    private static final Pattern OPERATOR = Pattern.compile("[-+*/%=<>!|]+");
    private static final Set<String> NAMES =
            Set.of("k", "id", "a", "s", "t", "n", "o", "i", "b1", "u", "o_id", "x", "e", "c", "v", "label");

    private final Random random;
    private final List<String> tokens = new ArrayList<>();

    /** The text before each token, and after the last. */
    private final List<String> gaps = new ArrayList<>();

    LexicalMutator(Random random) {
        this.random = random;
    }

    Mutant mutate(Sql sql) {
        split(sql.text());
        StringBuilder kinds = new StringBuilder();
        int count = random.nextInt(5) == 0 ? 2 : 1;
        for (int i = 0; i < count; i++) {
            String kind = once();
            if (kinds.indexOf(kind) < 0) {
                kinds.append(i == 0 ? "" : "+").append(kind);
            }
        }
        return new Mutant(new Sql(joined(), sql.parameters()), kinds.toString());
    }

    /** The statement with a comment between two of its tokens. */
    Mutant comment(Sql sql, List<String> comments) {
        split(sql.text());
        int gap = random.nextInt(tokens.size());
        gaps.set(gap, gaps.get(gap) + " " + any(random, comments));
        return new Mutant(new Sql(joined(), sql.parameters()), "comment");
    }

    private void split(String text) {
        tokens.clear();
        gaps.clear();
        int end = 0;
        for (Matcher matcher = TOKEN.matcher(text); matcher.find(); end = matcher.end()) {
            gaps.add(text.substring(end, matcher.start()));
            tokens.add(matcher.group());
        }
        gaps.add(text.substring(end));
    }

    private String joined() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            text.append(gaps.get(i)).append(tokens.get(i));
        }
        return text.append(gaps.get(tokens.size())).toString();
    }

    private String once() {
        switch (random.nextInt(20)) {
            case 0, 1 -> {
                gaps.set(blankGap(), any(random, LexicalAlphabet.BLANKS) + (random.nextInt(3) == 0 ? " " : ""));
                return "blank";
            }
            case 2, 3, 4, 5 -> {
                return lineComment();
            }
            case 6, 7 -> {
                int gap = gap();
                String payload = random.nextBoolean() ? "" : payload(gap);
                insert(gap, any(random, LexicalAlphabet.BLOCK_COMMENTS) + payload);
                return "block comment";
            }
            case 8, 9 -> {
                gaps.set(blankGap(), "");
                return "no blank";
            }
            case 10, 11 -> {
                return number();
            }
            case 12, 13 -> {
                return string();
            }
            case 14 -> {
                return operator();
            }
            case 15 -> {
                return name();
            }
            case 16 -> {
                if (isWrite()) {
                    // Which rows a write without an order would be left with is anyone's guess.
                    return character();
                }
                insert(gap(), any(random, LexicalAlphabet.LIMITS));
                return "limit";
            }
            case 17 -> {
                insert(tokens.size(), any(random, LexicalAlphabet.TAILS));
                return "tail";
            }
            case 18 -> {
                insert(gap(), any(random, LexicalAlphabet.PIECES));
                return "piece";
            }
            default -> {
                return character();
            }
        }
    }

    private boolean isWrite() {
        return List.of("INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE")
                .contains(tokens.get(0).toUpperCase(Locale.ROOT));
    }

    private String lineComment() {
        int gap = random.nextInt(3) == 0 ? tokens.size() : gap();
        String before = random.nextInt(4) == 0 ? payload(gap) : "";
        String lineEnd = any(random, LexicalAlphabet.LINE_ENDS);
        String after = random.nextInt(3) > 0 ? payload(gap) : "";
        String real = random.nextInt(3) == 0 ? "\n" : "";
        insert(gap, any(random, LexicalAlphabet.LINE_COMMENTS) + before + lineEnd + after + real);
        return "line comment";
    }

    private String number() {
        int token = token(each -> NUMBER.matcher(each).matches());
        if (token < 0) {
            return character();
        }
        tokens.set(token, any(random, LexicalAlphabet.NUMBERS));
        if (random.nextBoolean()) {
            gaps.set(token + 1, "");
        }
        return "number";
    }

    private String string() {
        int token = token(each -> each.startsWith("'"));
        if (token < 0 || random.nextInt(8) == 0) {
            token = token(each -> NUMBER.matcher(each).matches());
        }
        if (token < 0) {
            return character();
        }
        tokens.set(token, any(random, LexicalAlphabet.STRINGS));
        if (random.nextInt(3) == 0) {
            gaps.set(token + 1, random.nextBoolean() ? "" : any(random, LexicalAlphabet.BLANKS));
        }
        return "string";
    }

    private String operator() {
        int token = token(each -> OPERATOR.matcher(each).matches());
        if (token < 0) {
            return character();
        }
        tokens.set(token, any(random, LexicalAlphabet.OPERATORS));
        if (random.nextBoolean()) {
            gaps.set(token + 1, "");
        }
        return "operator";
    }

    private String name() {
        int token = token(each -> NAMES.contains(each.toLowerCase(Locale.ROOT)));
        if (token < 0 || random.nextInt(6) == 0) {
            token = random.nextInt(tokens.size());
        }
        tokens.set(token, otherName(tokens.get(token)));
        return "name";
    }

    private String otherName(String name) {
        return switch (random.nextInt(24)) {
            case 0 -> name.toUpperCase(Locale.ROOT);
            case 1 -> "\"" + name + "\"";
            case 2 -> "`" + name + "`";
            case 3 -> "[" + name + "]";
            case 4 -> "\"" + name.toUpperCase(Locale.ROOT) + "\"";
            case 5, 6 ->
                name.replace('s', '\u017f')
                        .replace('S', '\u017f')
                        .replace('k', '\u212a')
                        .replace('K', '\u212a');
            case 7 -> name.replace('i', '\u0131').replace('I', '\u0131');
            case 8 -> name.replace('i', '\u0130').replace('I', '\u0130');
            case 9 -> name + any(random, List.of("$", "#", "@", ":", "_", "1", "\u00e4", "\u00df", "\u0301", "\u200b"));
            case 10 -> any(random, List.of("$", "#", "@", ":", "@@", "_", ".", "1", "\u00e4")) + name;
            case 11 -> wide(name);
            case 12 -> name + "\ud83d\ude00";
            case 13 -> "\"" + name + "\"\"" + name + "\"";
            case 14 -> "U&\"" + name + "\"";
            case 15 -> "(" + name + ")";
            case 16 -> "o." + name;
            case 17 -> "o . " + name;
            case 18 -> "o/**/." + name;
            case 19 -> "\"" + name + "\" ";
            case 20 -> name + any(random, List.of("--\r", "--\n", "/**/", "#", "//", "'", "\""));
            case 21 -> name + "_0";
            case 22 -> "\"\\" + name + "\"";
            default -> name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
        };
    }

    private static String wide(String name) {
        StringBuilder wide = new StringBuilder();
        name.chars().forEach(c -> wide.append((char) (c > ' ' && c < 127 ? c - ' ' + 0xff00 : c)));
        return wide.toString();
    }

    private String character() {
        StringBuilder text = new StringBuilder(joined());
        int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.replace(at, at + 1, any(random, LexicalAlphabet.PIECES));
            case 2 -> text.insert(at, text.charAt(random.nextInt(text.length())));
            default -> text.insert(at, any(random, LexicalAlphabet.PIECES));
        }
        split(text.toString());
        return "character";
    }

    private void insert(int gap, String text) {
        String old = gaps.get(gap);
        gaps.set(
                gap,
                switch (random.nextInt(4)) {
                    case 0 -> text;
                    case 1 -> old + text;
                    case 2 -> text + old;
                    default -> old + text + old;
                });
    }

    /** Returns a piece that would change the meaning at this place. */
    private String payload(int gap) {
        if (random.nextInt(12) == 0) {
            return any(random, LexicalAlphabet.PIECES) + any(random, LexicalAlphabet.PIECES);
        }
        String clause = "";
        for (int i = 0; i < gap; i++) {
            String token = tokens.get(i).toUpperCase(Locale.ROOT);
            if (Set.of("SELECT", "FROM", "WHERE", "SET", "ON", "HAVING", "ORDER", "GROUP", "VALUES")
                    .contains(token)) {
                clause = token;
            }
        }
        if (gap >= tokens.size() && random.nextInt(3) == 0) {
            return any(random, LexicalAlphabet.TAILS);
        }
        return any(
                random,
                switch (clause) {
                    case "WHERE", "ON", "HAVING" -> LexicalAlphabet.CONDITIONS;
                    case "SET" -> LexicalAlphabet.ASSIGNMENTS;
                    case "SELECT", "ORDER", "GROUP", "VALUES" -> LexicalAlphabet.ITEMS;
                    default -> LexicalAlphabet.TAILS;
                });
    }

    private int gap() {
        return 1 + random.nextInt(tokens.size());
    }

    private int blankGap() {
        int gap = gap();
        for (int i = 0; i < 8 && (gap >= tokens.size() || gaps.get(gap).isEmpty()); i++) {
            gap = gap();
        }
        return gap;
    }

    /** One of the tokens like this, or -1. */
    private int token(Predicate<String> like) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (like.test(tokens.get(i))) {
                found.add(i);
            }
        }
        return found.isEmpty() ? -1 : found.get(random.nextInt(found.size()));
    }

    /** A query with sequences of pieces between its parts, of which columns and labels tell how they were read. */
    static Mutant probe(Random random) {
        StringBuilder text = new StringBuilder("SELECT id AS a");
        int places = 1 << random.nextInt(4);
        if (random.nextInt(8) == 0) {
            places |= 1 << random.nextInt(4);
        }
        piece(random, text, places & 1);
        text.append(random.nextInt(3) == 0 ? "" : ", ").append("s AS b");
        piece(random, text, places & 2);
        text.append(" FROM o");
        if (random.nextInt(4) > 0) {
            text.append(" WHERE k =").append(random.nextBoolean() ? " " : "").append("1");
            piece(random, text, places & 4);
            text.append(random.nextInt(3) == 0 ? "OR k = 2" : " OR k = 2");
        }
        piece(random, text, places & 8);
        return new Mutant(new Sql(text.toString(), List.of()), "probe");
    }

    private static void piece(Random random, StringBuilder text, int wanted) {
        for (int i = wanted == 0 ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            @Nullable String last = random.nextInt(6) == 0 ? any(random, LexicalAlphabet.NUMBERS) : null;
            text.append(last == null ? any(random, LexicalAlphabet.PIECES) : last);
        }
    }
}
