package io.shardkit.sql;

import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.dialect.facts.Grammars;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.error.ShardingNotSupportedException;
import io.shardkit.error.ShardingSyntaxException;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.command.DdlReader;
import io.shardkit.sql.command.ExplainReader;
import io.shardkit.sql.command.LastKeyReader;
import io.shardkit.sql.command.MaintenanceReader;
import io.shardkit.sql.command.SetReader;
import io.shardkit.sql.command.ShowReader;
import io.shardkit.sql.command.TransactionReader;
import io.shardkit.sql.form.ColumnNames;
import io.shardkit.sql.form.CommonTablesForm;
import io.shardkit.sql.form.DataChangeReader;
import io.shardkit.sql.form.InsertSubstitutions;
import io.shardkit.sql.form.LimitForm;
import io.shardkit.sql.form.ParserText;
import io.shardkit.sql.form.Qualifiers;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.merge.MergeReader;
import io.shardkit.sql.read.PlainRowReader;
import io.shardkit.sql.read.PlainRows;
import io.shardkit.sql.read.StatementReader;
import io.shardkit.sql.read.SubqueryReader;
import io.shardkit.sql.read.TreeReader;
import io.shardkit.sql.statement.DataChange;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Subquery;
import io.shardkit.sql.text.Nesting;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From a statement's text to its facts. Thread-safe. */
public class SqlParser {
    private final ShardMap rule;
    private final Catalog catalog;
    private final Dialect dialect;

    /** A parser that knows the rule's tables by name and asks the catalog for their columns. */
    public SqlParser(ShardingRule rule, Catalog catalog, Dialect dialect) {
        this.rule = ShardMap.of(rule);
        this.catalog = catalog;
        this.dialect = dialect;
    }

    /**
     * Reads one statement.
     *
     * @throws SQLException a coded refusal if the text is not understood beyond doubt, or a database's own exception if
     *     its catalog cannot be asked
     */
    public ParsedStatement parse(String sql) throws SQLException {
        PlainRowReader rows = new PlainRowReader(sql, dialect.text());
        return parse(new SqlText(sql, dialect, rows), rows.rows());
    }

    /** Reads one statement, of which all tokens may be given. */
    ParsedStatement parse(SqlText given) throws SQLException {
        return parse(given, PlainRows.NONE);
    }

    private ParsedStatement parse(SqlText given, PlainRows givenRows) throws SQLException {
        Nesting.check(given);
        String limited = dialect.clauses().hasTop() ? LimitForm.ofTop(given) : null;
        if (limited != null) {
            return parse(new SqlText(limited, dialect), PlainRows.NONE);
        }
        String moved = dialect.clauses().hasCommonTablesBeforeInsert() ? CommonTablesForm.ofInsert(given) : null;
        if (moved != null) {
            return parse(new SqlText(moved, dialect), PlainRows.NONE);
        }
        Qualifiers qualifiers = new Qualifiers(given, rule, dialect);
        String unqualified = qualifiers.leftOut(catalog);
        if (unqualified == null) {
            return read(given, givenRows);
        }
        PlainRowReader rows = new PlainRowReader(unqualified, dialect.text());
        SqlText without = new SqlText(unqualified, dialect, rows);
        return qualifiers.showsThem(without) ? read(given, givenRows) : read(without, rows.rows());
    }

    private ParsedStatement read(SqlText given, PlainRows rows) throws SQLException {
        SqlText text = dialect.clauses().offsetMayBeName() ? LimitForm.withNames(given) : given;
        if (DdlReader.isDdl(text)) {
            return DdlReader.read(text, rule, dialect.clauses(), settings());
        }
        String lastKey = LastKeyReader.label(text, dialect);
        if (lastKey != null) {
            return new ParsedStatement.LastKey(text, lastKey);
        }
        ParsedStatement question = new ShowReader(text, rule, dialect, settings()).read();
        if (question != null) {
            return question;
        }
        ParsedStatement maintenance = MaintenanceReader.read(text, dialect);
        if (maintenance != null) {
            return maintenance;
        }
        ParsedStatement.Explain explain = new ExplainReader(text, dialect).read();
        if (explain != null) {
            return explain;
        }
        ParsedStatement.Control control = new TransactionReader(text, dialect).read();
        if (control != null) {
            return control;
        }
        if (SetReader.isShared(text, dialect)) {
            return new ParsedStatement.SetShared(text);
        }
        if (SetReader.isSetConfig(text, dialect)
                || text.is(0, "SET")
                || (text.is(0, "RESET") && dialect.commands().hasRolesAndReset())) {
            return new SetReader(text, dialect).read();
        }
        if (text.is(0, "DO")) {
            return evaluation(text);
        }
        ParsedStatement merge =
                new MergeReader(text, rule, settings(), catalog, dialect.text().valueWords()).read();
        if (merge != null) {
            return merge;
        }
        checkCommonTables(text);
        try {
            return parseByGrammars(text, rows);
        } catch (ShardingSyntaxException | ShardingNotSupportedException e) {
            SqlText named = isOfTheParser(e) ? new ColumnNames(text, rule, catalog, dialect).marked() : null;
            if (named == null) {
                throw e;
            }
            return parseByGrammars(named, rows);
        }
    }

    /** Refuses writes in a WITH, which some databases have. */
    private static void checkCommonTables(SqlText text) throws SQLException {
        for (int i = 2; text.is(0, "WITH") && i < text.size(); i++) {
            int open = i;
            while (text.isOneOf(open, "NOT", "MATERIALIZED")) {
                open++;
            }
            if (text.is(i - 1, "AS")
                    && text.is(open, "(")
                    && text.isOneOf(open + 1, "INSERT", "UPDATE", "DELETE", "MERGE")) {
                throw ShardingExceptions.of(
                        ErrorCode.UNSUPPORTED_SYNTAX,
                        text.word(open + 1) + " within WITH; send the writes one after the other, as Hibernate does by"
                                + " another hibernate.query.mutation_strategy and insert_strategy");
            }
        }
    }

    private ParsedStatement parseByGrammars(SqlText text, PlainRows rows) throws SQLException {
        SQLException refusal = null;
        for (Grammar grammar : grammars(text)) {
            try {
                return parse(text, rows, grammar);
            } catch (ShardingSyntaxException | ShardingNotSupportedException e) {
                if (!isOfTheParser(e)) {
                    throw e;
                }
                refusal = refusal == null ? e : refusal;
            }
        }
        throw refusal == null ? ShardingExceptions.of(ErrorCode.UNPARSABLE, "") : refusal;
    }

    private ServerSettings settings() {
        ServerSettings known = catalog.settings();
        return known == null ? ServerSettings.of(dialect) : known;
    }

    /** The grammars that the parser may read this text by, until one fits. */
    private List<Grammar> grammars(SqlText text) throws SQLException {
        Grammars grammars = dialect.grammars();
        int delete = text.is(0, "WITH") ? text.next(1, "DELETE") : text.size();
        if (delete < text.size()) {
            List<Grammar> others = grammars.ofDeletesAfterWith();
            // The table before USING is one more to read in PostgreSQL's grammar, and one of those after it in MySQL's.
            if (!others.equals(grammars.usual()) && text.find(delete, text.size(), 0, "USING") >= 0) {
                throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "DELETE with USING after WITH");
            }
            return others;
        }
        if (grammars.fixed()) {
            return grammars.usual();
        }
        if (mayReplace(text)) {
            return grammars.ofReplacing();
        }
        boolean separator = false;
        boolean operators = false;
        for (int i = 0; i < text.size(); i++) {
            separator |= text.is(i, "SEPARATOR");
            operators |= text.isOneOf(i, "||", "&&", "!", "^");
        }
        return separator && !operators ? grammars.ofSeparators() : grammars.usual();
    }

    /** Returns true if the statement is a REPLACE, or an INSERT that says what becomes of existing rows. */
    private static boolean mayReplace(SqlText text) {
        boolean form = text.is(0, "REPLACE") || (text.is(0, "INSERT") && text.is(1, "IGNORE"));
        for (int i = 1; i < text.size() && !form; i++) {
            form = text.is(0, "INSERT") && text.is(i, "ON") && text.is(i + 1, "DUPLICATE");
        }
        return form;
    }

    /** DO takes what a SELECT without tables takes, and answers nothing. */
    private ParsedStatement evaluation(SqlText text) throws SQLException {
        if (!dialect.commands().hasDo()) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "DO");
        }
        String expressions = text.sql().substring(text.firstWord().end());
        ParsedStatement select = parse(
                new SqlText("SELECT" + expressions, dialect),
                PlainRows.NONE,
                dialect.grammars().usual().get(0));
        if (!select.tables().isEmpty()) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "DO with a table");
        }
        return new ParsedStatement.Evaluation(text);
    }

    private ParsedStatement parse(SqlText text, PlainRows rows, Grammar grammar) throws SQLException {
        ParserText parserText = parserText(text, grammar);
        TableMarkers marks = new TableMarkers(text, rule, parserText.forms(), settings());
        boolean special = text.isOneOf(0, "INSERT", "REPLACE") || text.hasReturning();
        SqlText marked = special ? new SqlText(marks.markedSql(), dialect) : text;
        String forParser = special ? new InsertSubstitutions(marked, dialect, grammar).forParser() : marks.markedSql();
        StatementReader reader = new StatementReader(text, rows, parserText, marks, rule, catalog, dialect);
        return new TreeReader(text, marked, dialect, grammar).read(forParser, reader);
    }

    /**
     * The outermost subqueries of a write that are asked once, and see nothing of the statement around them.
     *
     * @throws SQLException if a database's catalog cannot be asked
     */
    public List<Subquery> askedOnce(ParsedStatement.Write write) throws SQLException {
        return new SubqueryReader(write, this::parse, catalog, rule).read();
    }

    /**
     * The write in a query of the rows that it changes, or null if the text is something else.
     *
     * @throws SQLException a coded refusal if the text cannot be cut into tokens
     */
    public @Nullable DataChange dataChange(String sql) throws SQLException {
        return dialect.clauses().hasDataChangeTables() && DataChangeReader.mayHave(sql)
                ? DataChangeReader.find(new SqlText(sql, dialect), rule)
                : null;
    }

    /** Returns true if the SQL has a schema before the name of a known table. */
    public boolean isQualified(String sql) throws SQLException {
        return new Qualifiers(new SqlText(sql, dialect), rule, dialect).areThere();
    }

    /** Returns the number of {@code ?} in the SQL, even if the SQL is refused. */
    public int parameterCount(String sql) {
        try {
            return new SqlText(sql, dialect).parameterCount();
        } catch (SQLException notRead) {
            return (int) sql.chars().filter(c -> c == '?').count();
        }
    }

    /** The names of actual tables that a text for a shard holds, each once, in order. */
    public List<String> actualTables(String sql) {
        Set<String> names = new LinkedHashSet<>();
        try {
            Tokenizer tokens = new Tokenizer(sql, dialect);
            while (tokens.next()) {
                if (tokens.kind() == Token.Kind.WORD || tokens.kind() == Token.Kind.QUOTED) {
                    names.add(Token.stripQuotes(sql.substring(tokens.start(), tokens.end())));
                }
            }
        } catch (SQLException notRead) {
            return List.of();
        }
        return names.stream().filter(rule::hasActualTable).toList();
    }

    ParserText parserText(SqlText text, Grammar grammar) throws SQLException {
        try {
            return new ParserText(text, dialect, grammar);
        } catch (StackOverflowError e) {
            throw Nesting.overflow();
        }
    }

    /** Returns true if the parser failed and another grammar may do better. */
    private static boolean isOfTheParser(SQLException e) {
        return e instanceof ShardingException refusal
                && (refusal.errorCode() == ErrorCode.UNPARSABLE
                        || refusal.errorCode() == ErrorCode.UNSTABLE_PARSE
                        || refusal.errorCode() == ErrorCode.UNSUPPORTED_SYNTAX);
    }
}
