package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLObject;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.Set;

/** The white list of the parser's node types; a statement that holds any other is refused. */
final class NodeTypes {
    private static final Set<String> QUERIES = Words.of(
            """
            SQLSelectStatement PGSelectStatement SQLSelect SQLSelectQueryBlock MySqlSelectQueryBlock
            PGSelectQueryBlock SQLUnionQuery SQLValuesQuery SQLWithSubqueryClause SQLWithSubqueryClause$Entry
            SQLSelectItem SQLSelectGroupByClause SQLGroupingSetExpr SQLOrderBy SQLSelectOrderByItem SQLLimit
            SQLWindow SQLOver PGSelectQueryBlock$FetchClause PGSelectQueryBlock$ForClause""");

    private static final Set<String> TABLES = Words.of(
            """
            SQLExprTableSource SQLJoinTableSource SQLSubqueryTableSource SQLUnionQueryTableSource
            SQLValuesTableSource""");

    private static final Set<String> WRITES = Words.of(
            """
            SQLInsertStatement MySqlInsertStatement PGInsertStatement SQLReplaceStatement
            SQLInsertStatement$ValuesClause SQLUpdateStatement MySqlUpdateStatement PGUpdateStatement
            SQLUpdateSetItem SQLDeleteStatement MySqlDeleteStatement PGDeleteStatement SQLAssignItem""");

    private static final Set<String> HINTS = Words.of("MySqlUseIndexHint MySqlForceIndexHint MySqlIgnoreIndexHint");

    private static final Set<String> NAMES =
            Words.of("SQLIdentifierExpr SQLPropertyExpr SQLAllColumnExpr SQLVariantRefExpr");

    private static final Set<String> LITERALS = Words.of(
            """
            SQLIntegerExpr SQLNumberExpr SQLDecimalExpr SQLDoubleExpr SQLFloatExpr SQLBigIntExpr SQLCharExpr
            SQLNCharExpr MySqlCharExpr SQLHexExpr SQLBinaryExpr SQLBooleanExpr SQLNullExpr SQLDefaultExpr
            SQLIntervalExpr SQLDateExpr SQLTimestampExpr SQLTimeExpr SQLDateTimeExpr SQLJSONExpr""");

    private static final Set<String> OPERATORS = Words.of(
            """
            SQLBinaryOpExpr SQLUnaryExpr SQLNotExpr SQLInListExpr SQLInSubQueryExpr SQLExistsExpr SQLQueryExpr
            SQLBetweenExpr SQLCaseExpr SQLCaseExpr$Item SQLListExpr SQLArrayExpr SQLAllExpr SQLAnyExpr
            SQLSomeExpr SQLMatchAgainstExpr SQLAtTimeZoneExpr""");

    private static final Set<String> FUNCTIONS = Words.of(
            """
            SQLMethodInvokeExpr SQLAggregateExpr SQLValuesExpr SQLExtractExpr PGExtractExpr SQLCurrentTimeExpr
            SQLCastExpr PGTypeCastExpr""");

    private static final Set<String> TYPES =
            Words.of("SQLArrayDataType SQLDataTypeImpl SQLCharacterDataType SQLDataTypeRefExpr");

    /** Names of classes without their packages. */
    static final Set<String> ALLOWED =
            Words.union(QUERIES, TABLES, WRITES, HINTS, NAMES, LITERALS, OPERATORS, FUNCTIONS, TYPES);

    private NodeTypes() {}

    static void check(SQLObject node) throws SQLException {
        String name = node.getClass().getName();
        String withoutPackage = name.substring(name.lastIndexOf('.') + 1);
        if (!ALLOWED.contains(withoutPackage)) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, withoutPackage);
        }
    }
}
