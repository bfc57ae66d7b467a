package io.shardkit.sql;

import com.alibaba.druid.sql.ast.SQLObject;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.Set;

/** The white list of the parser's node types; a statement that holds any other is refused. */
final class NodeTypes {
    /** Names of classes without their packages. */
    static final Set<String> ALLOWED = Set.of(
            // statements and clauses
            "SQLSelectStatement",
            "PGSelectStatement",
            "SQLSelect",
            "SQLSelectQueryBlock",
            "MySqlSelectQueryBlock",
            "PGSelectQueryBlock",
            "SQLUnionQuery",
            "SQLWithSubqueryClause",
            "SQLWithSubqueryClause$Entry",
            "SQLSelectItem",
            "SQLExprTableSource",
            "SQLJoinTableSource",
            "SQLSubqueryTableSource",
            "SQLUnionQueryTableSource",
            "SQLValuesTableSource",
            "SQLValuesQuery",
            "SQLSelectGroupByClause",
            "SQLOrderBy",
            "SQLSelectOrderByItem",
            "SQLLimit",
            "SQLWindow",
            "SQLOver",
            "PGSelectQueryBlock$FetchClause",
            "PGSelectQueryBlock$ForClause",
            "SQLInsertStatement",
            "MySqlInsertStatement",
            "PGInsertStatement",
            "SQLReplaceStatement",
            "SQLInsertStatement$ValuesClause",
            "SQLUpdateStatement",
            "MySqlUpdateStatement",
            "PGUpdateStatement",
            "SQLUpdateSetItem",
            "SQLDeleteStatement",
            "MySqlDeleteStatement",
            "PGDeleteStatement",
            "SQLAssignItem",
            // hints
            "SQLCommentHint",
            "MySqlUseIndexHint",
            "MySqlForceIndexHint",
            "MySqlIgnoreIndexHint",
            // expressions
            "SQLIdentifierExpr",
            "SQLPropertyExpr",
            "SQLAllColumnExpr",
            "SQLIntegerExpr",
            "SQLNumberExpr",
            "SQLDecimalExpr",
            "SQLDoubleExpr",
            "SQLFloatExpr",
            "SQLBigIntExpr",
            "SQLCharExpr",
            "SQLNCharExpr",
            "MySqlCharExpr",
            "SQLHexExpr",
            "SQLBinaryExpr",
            "SQLBooleanExpr",
            "SQLNullExpr",
            "SQLVariantRefExpr",
            "SQLBinaryOpExpr",
            "SQLUnaryExpr",
            "SQLNotExpr",
            "SQLInListExpr",
            "SQLInSubQueryExpr",
            "SQLExistsExpr",
            "SQLQueryExpr",
            "SQLBetweenExpr",
            "SQLCaseExpr",
            "SQLCaseExpr$Item",
            "SQLCastExpr",
            "PGTypeCastExpr",
            "SQLMethodInvokeExpr",
            "SQLAggregateExpr",
            "SQLListExpr",
            "SQLArrayExpr",
            "SQLArrayDataType",
            "SQLValuesExpr",
            "SQLAllExpr",
            "SQLAnyExpr",
            "SQLSomeExpr",
            "SQLIntervalExpr",
            "SQLExtractExpr",
            "PGExtractExpr",
            "SQLDateExpr",
            "SQLTimestampExpr",
            "SQLTimeExpr",
            "SQLDateTimeExpr",
            "SQLDefaultExpr",
            "SQLCurrentTimeExpr",
            "SQLMatchAgainstExpr",
            "SQLAtTimeZoneExpr",
            "SQLGroupingSetExpr",
            "SQLDataTypeImpl",
            "SQLCharacterDataType",
            "SQLDataTypeRefExpr",
            "SQLJSONExpr");

    private NodeTypes() {}

    static void check(SQLObject node) throws SQLException {
        String name = node.getClass().getName();
        String withoutPackage = name.substring(name.lastIndexOf('.') + 1);
        if (!ALLOWED.contains(withoutPackage)) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception(withoutPackage);
        }
    }
}
