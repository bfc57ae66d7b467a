package io.shardkit.boot.endpoint;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MoveReport;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.MoveState;
import io.shardkit.move.Moves;
import io.shardkit.observe.RuleState;
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
     */
    public record Report(boolean looked, RuleState rule, List<MoveState> moves) {}

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
            return new Report(
                    true,
                    rule,
                    rule.epoch() == 0 ? List.of() : dataSource.moves().list());
        } catch (SQLException | RuntimeException failure) {
            LOGGER.warn("The database with the rule cannot be asked for the moves", failure);
            return new Report(false, rule, List.of());
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
     * Begins a move.
     *
     * @param units actual tables with their data sources, as in {@code ds0.t_order_3}, separated by commas
     * @param to the data source that gets them
     * @param switchByHand whether the switch waits until it is asked for; false if null
     * @param rowsPerSecond the most rows that are copied in a second from each data source; no fixed limit if null
     */
    @WriteOperation
    public WebEndpointResponse<Object> start(
            String units, String to, @Nullable Boolean switchByHand, @Nullable Long rowsPerSecond) {
        return answered(() -> {
            MoveRequest request = new MoveRequest(
                    names(units),
                    to.strip(),
                    Objects.requireNonNullElse(switchByHand, false),
                    Objects.requireNonNullElse(rowsPerSecond, 0L));
            return accepted(dataSource.moves().start(request));
        });
    }

    /**
     * Tells what a move would do, and what stands in its way. Nothing is changed.
     *
     * @param operation has to be {@code check}
     * @param units as for {@link #start}
     * @param to as for {@link #start}
     */
    @WriteOperation
    public WebEndpointResponse<Object> check(@Selector String operation, String units, String to) {
        if (!operation.equals(CHECK)) {
            return unknown("there is no operation " + operation, "The only one without the id of a move is check.");
        }
        return answered(() -> {
            MoveReport report = dataSource.moves().check(MoveRequest.of(names(units), to.strip()));
            return new WebEndpointResponse<>(report);
        });
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
