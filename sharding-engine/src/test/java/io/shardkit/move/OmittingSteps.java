package io.shardkit.move;

import java.sql.SQLException;
import java.util.List;

/** The steps of a switch without one of them, to show what it is for. */
final class OmittingSteps {
    private OmittingSteps() {}

    static HeldSteps of(UnitTables tables, String omitted) {
        return switch (omitted) {
            case "fence" ->
                new HeldSteps(tables) {
                    @Override
                    String fence(MoveOperation operation, List<String> holders) {
                        return "";
                    }

                    @Override
                    void followLast(PlaceRows rows, long until) throws SQLException {
                        // Without the fence there is no table of the name that the last changes are asked of.
                        for (UnitRows each : rows.units()) {
                            each.followSome(5);
                        }
                    }

                    @Override
                    void raiseCounters(PlaceRows rows) {}
                };
            case "drain" ->
                new HeldSteps(tables) {
                    @Override
                    void followLast(PlaceRows rows, long until) {}
                };
            case "snapshots" ->
                new HeldSteps(tables) {
                    @Override
                    List<String> oldSnapshots(MoveOperation operation, long until) {
                        return List.of();
                    }
                };
            default -> throw new IllegalArgumentException(omitted);
        };
    }
}
