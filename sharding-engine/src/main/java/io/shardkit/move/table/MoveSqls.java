package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;

/** The statements of a move for each database. */
final class MoveSqls {
    private MoveSqls() {}

    static MoveSql of(Dialect dialect) {
        return switch (dialect) {
            case MYSQL, MARIADB -> new MysqlMoveSql(dialect);
            case POSTGRESQL -> new PostgresqlMoveSql();
            case H2 -> new H2MoveSql();
        };
    }
}
