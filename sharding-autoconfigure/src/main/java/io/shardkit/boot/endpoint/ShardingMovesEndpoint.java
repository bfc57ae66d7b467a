package io.shardkit.boot.endpoint;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.AlterRequest;
import io.shardkit.move.MoveReport;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.MoveState;
import io.shardkit.move.Moves;
import io.shardkit.move.ReshardRequest;
import io.shardkit.move.WantedTable;
import io.shardkit.observe.RuleState;
import io.shardkit.observe.StatementForecast;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * {@link WebEndpoint Actuator endpoint} with the rule of all instances, the instances that keep to it, and the moves of
 * units between data sources. Moves are begun and changed by it only if its access is set to {@code unrestricted}.
 */
@WebEndpoint(id = "shardingmoves", defaultAccess = Access.READ_ONLY)
public final class ShardingMovesEndpoint {
    private static final Logger LOGGER = LoggerFactory.getLogger(ShardingMovesEndpoint.class);
    private static final String CHECK = "check";
    private static final int ACCEPTED = 202;
    private static final int CONFLICT = 409;

    private final ShardingDataSource dataSource;

    ShardingMovesEndpoint(ShardingDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * The rule, the instances, and the moves.
     *
     * @param looked whether the database with the rule could be asked for the moves; if not, the log says why
     * @param rule as of this instance's last look, with the instances
     * @param moves those that are not complete
     * @param next the tables that {@code sharding.next} of this instance has otherwise than the newest rule
     */
    public record Report(boolean looked, RuleState rule, List<MoveState> moves, List<WantedTable> next) {}

    /**
     * The outcome of a check.
     *
     * @param units those that would move
     * @param tables where the rows of tables would go that another rule places
     * @param errors reasons for which the move can't begin
     * @param warnings other things to know before
     * @param statements those of this instance that would run in another way
     */
    public record Checked(
            List<MoveReport.Unit> units,
            List<MoveReport.TablePlan> tables,
            List<String> errors,
            List<String> warnings,
            List<StatementForecast> statements) {
        static Checked of(MoveReport report, List<StatementForecast> statements) {
            return new Checked(report.units(), report.tables(), report.errors(), report.warnings(), statements);
        }
    }

    /**
     * A move whose worker does what was asked for.
     *
     * @param id of the move
     */
    public record Accepted(String id) {}

    /**
     * The reason that something is not done.
     *
     * @param code the error code of Shardkit; null if it is none of its own
     * @param reason in words
     * @param advice what to do
     */
    public record Refused(@Nullable String code, String reason, String advice) {}

    /** A step that may be refused. */
    private interface Step {
        WebEndpointResponse<Object> run() throws SQLException;
    }

    /** Returns the rule, the instances, and all moves. */
    @ReadOperation
    public Report report() {
        RuleState rule = dataSource.ruleState();
        try {
            boolean isStored = rule.epoch() != 0;
            return new Report(
                    true,
                    rule,
                    isStored ? dataSource.moves().list() : List.of(),
                    isStored ? dataSource.moves().wantedTables() : List.of());
        } catch (SQLException | RuntimeException failure) {
            LOGGER.warn("The database with the rule cannot be asked for the moves", failure);
            return new Report(false, rule, List.of(), List.of());
        }
    }

    /**
     * Returns the state of a move.
     *
     * @return null if there is no such move
     */
    @ReadOperation
    public @Nullable MoveState state(@Selector String id) {
        return report().moves().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /**
     * Begins a move: of {@code units} {@code to} a data source; of {@code tables} to where {@code sharding.next} has them, or
     * of all that differ if {@code next} is true; of the rows of one {@code table} with one {@code key} {@code to} a data
     * source, or to where the algorithm has them if {@code release} is true. Or alters a {@code table} by {@code alter}.
     *
     * @param units actual tables with their data sources, as in {@code ds0.t_order_3}, separated by commas
     * @param to the data source that gets them
     * @param next whether tables become as {@code sharding.next} of this instance says; false if null
     * @param tables logical tables, separated by commas
     * @param table a logical table
     * @param key a value of its sharding column, as text
     * @param name of the actual table that the rows with the key get; null for one that is made of the key
     * @param release whether the key loses its actual table; false if null
     * @param alter what follows ALTER TABLE and the name, as in {@code ADD COLUMN note VARCHAR(20)}
     * @param switchByHand whether the switch waits until it is asked for; false if null
     * @param rowsPerSecond the most rows that are copied in a second from each data source; no fixed limit if null
     */
    @WriteOperation
    public WebEndpointResponse<Object> start(
            @Nullable String units,
            @Nullable String to,
            @Nullable Boolean next,
            @Nullable String tables,
            @Nullable String table,
            @Nullable String key,
            @Nullable String name,
            @Nullable Boolean release,
            @Nullable String alter,
            @Nullable Boolean switchByHand,
            @Nullable Long rowsPerSecond) {
        return answered(() -> {
            Wanted wanted = new Wanted(units, to, next, tables, table, key, name, release, alter);
            boolean byHand = Objects.requireNonNullElse(switchByHand, false);
            long limit = Objects.requireNonNullElse(rowsPerSecond, 0L);
            Moves moves = dataSource.moves();
            AlterRequest altering = wanted.altering();
            if (altering != null) {
                return accepted(moves.start(new AlterRequest(altering.table(), altering.clauses(), byHand, limit)));
            }
            MoveRequest ofUnits = wanted.ofUnits();
            if (ofUnits != null) {
                return accepted(moves.start(new MoveRequest(ofUnits.units(), ofUnits.to(), byHand, limit)));
            }
            ReshardRequest reshard = wanted.ofRows(moves);
            return accepted(moves.start(new ReshardRequest(reshard.wanted(), reshard.tables(), byHand, limit)));
        });
    }

    /**
     * Tells what a move would do, and what stands in its way. Nothing is changed.
     *
     * @param operation has to be {@code check}; the others are as for {@link #start}
     */
    @WriteOperation
    public WebEndpointResponse<Object> check(
            @Selector String operation,
            @Nullable String units,
            @Nullable String to,
            @Nullable Boolean next,
            @Nullable String tables,
            @Nullable String table,
            @Nullable String key,
            @Nullable String name,
            @Nullable Boolean release,
            @Nullable String alter) {
        if (!operation.equals(CHECK)) {
            return unknown("there is no operation " + operation, "The only one without the id of a move is check.");
        }
        return answered(() -> {
            Wanted wanted = new Wanted(units, to, next, tables, table, key, name, release, alter);
            Moves moves = dataSource.moves();
            AlterRequest altering = wanted.altering();
            if (altering != null) {
                return new WebEndpointResponse<>(moves.check(altering));
            }
            MoveRequest ofUnits = wanted.ofUnits();
            if (ofUnits != null) {
                return new WebEndpointResponse<>(Checked.of(moves.check(ofUnits), List.of()));
            }
            ReshardRequest reshard = wanted.ofRows(moves);
            MoveReport report = moves.check(reshard);
            return new WebEndpointResponse<>(Checked.of(report, dataSource.forecast(reshard.wanted())));
        });
    }

    /** The units or rows that are to move, or the table that is to be altered. */
    private record Wanted(
            @Nullable String units,
            @Nullable String to,
            @Nullable Boolean next,
            @Nullable String tables,
            @Nullable String table,
            @Nullable String key,
            @Nullable String name,
            @Nullable Boolean release,
            @Nullable String alter) {

        /** Returns the request to alter a table; null if rows are to move. */
        @Nullable AlterRequest altering() {
            if (alter == null) {
                return null;
            }
            boolean isAlone =
                    Stream.of(units, to, next, tables, key, name, release).allMatch(Objects::isNull);
            if (table == null || !isAlone) {
                throw new IllegalArgumentException("alter goes with table, and nothing else says what is wanted");
            }
            return AlterRequest.of(table.strip(), alter.strip());
        }

        /** Returns the request to move units as they are; null if rows are to move to where another rule has them. */
        @Nullable MoveRequest ofUnits() {
            if (key != null || table != null || tables != null || Boolean.TRUE.equals(next)) {
                if (units != null) {
                    throw new IllegalArgumentException("units go without next, tables, table and key");
                }
                return null;
            }
            if (units == null || to == null) {
                throw new IllegalArgumentException(
                        "Give units and to, or next, or table and key with to or release, or table and alter");
            }
            return MoveRequest.of(names(units), to.strip());
        }

        ReshardRequest ofRows(Moves moves) throws SQLException {
            if (key == null && table == null) {
                return moves.wanted(names(Objects.requireNonNullElse(tables, "")));
            }
            if (key == null || table == null) {
                throw new IllegalArgumentException("table and key go together");
            }
            if (Boolean.TRUE.equals(release)) {
                return moves.releasing(table.strip(), key);
            }
            if (to == null) {
                throw new IllegalArgumentException("Say to which data source the rows go, or release");
            }
            return moves.isolating(
                    table.strip(), key, to.strip(), name == null || name.isBlank() ? null : name.strip());
        }
    }

    /**
     * Asks the worker of a move for something.
     *
     * @param operation {@code halt}, {@code resume}, {@code switch}, {@code cancel}, {@code back} or {@code complete}
     */
    @WriteOperation
    public WebEndpointResponse<Object> change(@Selector String id, @Selector String operation) {
        return answered(() -> {
            Moves moves = dataSource.moves();
            if (moves.list().stream().noneMatch(each -> each.id().equals(id))) {
                return unknown("there is no move " + id, "It may be complete, or cancelled.");
            }
            switch (operation) {
                case "halt" -> moves.halt(id);
                case "resume" -> moves.resume(id);
                case "switch" -> moves.switchNow(id);
                case "cancel" -> moves.cancel(id);
                case "back" -> moves.goBack(id);
                case "complete" -> moves.complete(id);
                default -> {
                    return unknown(
                            "there is no operation " + operation,
                            "The operations are halt, resume, switch, cancel, back and complete.");
                }
            }
            return accepted(id);
        });
    }

    private static List<String> names(String units) {
        return Stream.of(units.split("[,\\s]+")).filter(each -> !each.isEmpty()).toList();
    }

    private static WebEndpointResponse<Object> answered(Step step) {
        try {
            return step.run();
        } catch (IllegalArgumentException wrong) {
            return refused(
                    WebEndpointResponse.STATUS_BAD_REQUEST,
                    null,
                    String.valueOf(wrong.getMessage()),
                    "Mend the request.");
        } catch (SQLException | RuntimeException failure) {
            if (failure instanceof ShardingException known) {
                return refused(
                        CONFLICT,
                        known.errorCode().code(),
                        known.errorCode().reason() + ": " + subject(known),
                        known.errorCode().action());
            }
            LOGGER.warn("A move cannot be driven", failure);
            return refused(
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
                    null,
                    "a database cannot be asked; the log says why",
                    "Look at the state of the moves, and try again.");
        }
    }

    private static String subject(ShardingException failure) {
        return failure instanceof ShardingConfigurationException configuration
                ? configuration.property() + ": " + configuration.detail()
                : failure.detail();
    }

    private static WebEndpointResponse<Object> accepted(String id) {
        return new WebEndpointResponse<>(new Accepted(id), ACCEPTED);
    }

    private static WebEndpointResponse<Object> unknown(String reason, String advice) {
        return refused(WebEndpointResponse.STATUS_NOT_FOUND, null, reason, advice);
    }

    private static WebEndpointResponse<Object> refused(
            int status, @Nullable String code, String reason, String advice) {
        return new WebEndpointResponse<>(new Refused(code, reason, advice), status);
    }
}
