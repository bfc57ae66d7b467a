package io.shardkit.admin;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.AlterReport;
import io.shardkit.move.AlterRequest;
import io.shardkit.move.MoveReport;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.Moves;
import io.shardkit.move.ReshardRequest;
import io.shardkit.observe.StatementForecast;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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

    /** A table that is altered; the report tells how in its warnings. */
    static MoveWish of(AlterRequest request) {
        return new MoveWish() {
            @Override
            public MoveReport check(Moves moves) throws SQLException {
                AlterReport report = moves.check(request);
                List<String> notes = new ArrayList<>(report.warnings());
                if (report.errors().isEmpty()) {
                    notes.add(
                            report.inPlace()
                                    ? "the databases alter the actual tables in place"
                                    : "rows are copied to new actual tables, as the databases do not alter them in place: "
                                            + report.why());
                    notes.add("the actual tables are "
                            + report.units().stream()
                                    .map(unit -> unit.to() + "." + unit.name())
                                    .collect(Collectors.joining(", "))
                            + " afterwards");
                    notes.add(
                            report.oneWay().isEmpty()
                                    ? "there is a way back until the move is complete"
                                    : "there is no way back: " + report.oneWay());
                }
                return new MoveReport(report.units(), List.of(), report.errors(), notes);
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
