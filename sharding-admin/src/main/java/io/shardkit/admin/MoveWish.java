package io.shardkit.admin;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MoveReport;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.Moves;
import io.shardkit.move.ReshardRequest;
import io.shardkit.observe.StatementForecast;
import java.sql.SQLException;
import java.util.List;

/** A move that is to be checked, and then begun. */
interface MoveWish {
    MoveReport check(Moves moves) throws SQLException;

    String start(Moves moves) throws SQLException;

    /** Returns the statements that were named and would run in another way. */
    default List<StatementForecast> forecast(ShardingDataSource dataSource) throws SQLException {
        return List.of();
    }

    /** Makes a request of the rule at this moment. */
    interface Reshard {
        ReshardRequest request(Moves moves) throws SQLException;
    }

    /** Units that move as they are. */
    static MoveWish of(MoveRequest request) {
        return new MoveWish() {
            @Override
            public MoveReport check(Moves moves) throws SQLException {
                return moves.check(request);
            }

            @Override
            public String start(Moves moves) throws SQLException {
                return moves.start(request);
            }
        };
    }

    /** Rows that move to where another rule has them. */
    static MoveWish of(Reshard reshard) {
        return of(reshard, List.of());
    }

    /** The same, with statements that are to be planned by both rules. */
    static MoveWish of(Reshard reshard, List<String> statements) {
        return new MoveWish() {
            @Override
            public MoveReport check(Moves moves) throws SQLException {
                return moves.check(reshard.request(moves));
            }

            @Override
            public String start(Moves moves) throws SQLException {
                return moves.start(reshard.request(moves));
            }

            @Override
            public List<StatementForecast> forecast(ShardingDataSource dataSource) throws SQLException {
                return statements.isEmpty()
                        ? List.of()
                        : dataSource.forecast(
                                reshard.request(dataSource.moves()).wanted(), statements);
            }
        };
    }
}
