package io.shardkit.sql.read;

import com.alibaba.druid.DbType;
import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.parser.ParserException;
import com.alibaba.druid.sql.parser.SQLParserUtils;
import com.alibaba.druid.sql.parser.SQLStatementParser;
import com.alibaba.druid.sql.parser.Token;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.Nesting;
import java.sql.SQLException;
import java.util.List;

/** Calls Druid's parser; all of its ways to fail become refusals. */
final class DruidParser {
    /** More than the number of a line has. */
    private static final int DIGITS = 10;

    private DruidParser() {}

    static SQLStatement parse(String sql, Grammar grammar) throws SQLException {
        List<SQLStatement> statements;
        boolean complete;
        try {
            SQLStatementParser parser = SQLParserUtils.createSQLStatementParser(sql, dbType(grammar));
            statements = parser.parseStatementList();
            complete = parser.getLexer().token() == Token.EOF;
        } catch (ParserException e) {
            throw ShardingExceptions.of(ErrorCode.UNPARSABLE, place(String.valueOf(e.getMessage())));
        } catch (StackOverflowError e) {
            throw Nesting.overflow();
        } catch (RuntimeException | LinkageError e) {
            throw ShardingExceptions.of(ErrorCode.UNPARSABLE, e.getClass().getSimpleName() + " in the parser");
        }
        if (!complete) {
            throw ShardingExceptions.of(ErrorCode.UNPARSABLE, "text follows the statement");
        }
        if (statements.size() != 1) {
            throw statements.isEmpty()
                    ? ShardingExceptions.of(ErrorCode.UNPARSABLE, "there is no statement")
                    : ShardingExceptions.of(ErrorCode.SEVERAL_STATEMENTS, statements.size() + " statements");
        }
        return statements.get(0);
    }

    /** Returns the place of the failure from the end of the parser's message, or an empty string if the message has none. */
    private static String place(String message) {
        int line = message.lastIndexOf("line ");
        int column = line < 0 ? -1 : message.indexOf(", column ", line);
        if (column < 0 || !Characters.areDigits(message.substring(line + "line ".length(), column), DIGITS)) {
            return "";
        }
        int end = column + ", column ".length();
        while (end < message.length() && Characters.isDigit(message.charAt(end))) {
            end++;
        }
        return "near " + message.substring(line, end);
    }

    /** The parser's print of a statement. Only a probe of what was understood; never sent to a database. */
    static String print(SQLStatement statement) throws SQLException {
        try {
            return statement.toString();
        } catch (StackOverflowError e) {
            throw Nesting.overflow();
        } catch (RuntimeException | LinkageError e) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, e.getClass().getSimpleName() + " in the printer");
        }
    }

    private static DbType dbType(Grammar grammar) {
        return switch (grammar) {
            case MYSQL -> DbType.mysql;
            case POSTGRESQL -> DbType.postgresql;
            case H2 -> DbType.h2;
        };
    }
}
