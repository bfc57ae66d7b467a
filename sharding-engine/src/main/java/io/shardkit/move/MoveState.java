package io.shardkit.move;

import java.time.Instant;
import java.util.List;
import org.apiguardian.api.API;

/**
 * The state of a move, as its worker wrote it last. Immutable.
 *
 * @param id tells it from others
 * @param phase how far it is
 * @param back whether it goes back, or went back, to where the units came from
 * @param from the data sources on which the units are now
 * @param to the data sources to which they go; once they are there, those to which they can go back
 * @param tables the logical tables whose rows move to where another rule has them, or that are altered; empty if units
 *     move as they are
 * @param alter what follows ALTER TABLE and the name, if a table is altered; else empty
 * @param oneWay why there is no way back after the switch; empty if there is one
 * @param units the actual tables, with the data sources from which they came
 * @param rows the number of rows that are copied
 * @param total about how many rows there are to copy
 * @param bytes about how much space the copied rows and their entries in indexes take at the source: their number times the
 *     average size that the statistics of the databases had when the move began; 0 if that is not known
 * @param totalBytes the same of all rows there are to copy
 * @param rowsPerSecond how many rows were copied in a second, since the worker began or went on with the copy
 * @param secondsLeft about how long the copy goes on at that rate; 0 if that is not known
 * @param journal the number of changes that are to be copied again
 * @param lagMillis the age of the oldest of them
 * @param repaired the number of rows that differed when source and target were compared, and were copied again
 * @param switches the number of attempts to switch
 * @param undone the number of them that were undone, with no effect
 * @param pauseMillis how long new transactions on the tables were held in the last attempt
 * @param epoch the epoch of the rule that it made; 0 before the switch
 * @param message what stands in the way, in words; empty if nothing does
 * @param holders the sessions that held tables up when a switch was undone
 * @param worker the instance that does the work, or last did
 * @param startedAt when it was begun
 * @param phaseSince when the phase began
 */
@API(status = API.Status.EXPERIMENTAL)
public record MoveState(
        String id,
        MovePhase phase,
        boolean back,
        List<String> from,
        List<String> to,
        List<String> tables,
        String alter,
        String oneWay,
        List<String> units,
        long rows,
        long total,
        long bytes,
        long totalBytes,
        long rowsPerSecond,
        long secondsLeft,
        long journal,
        long lagMillis,
        long repaired,
        int switches,
        int undone,
        long pauseMillis,
        long epoch,
        String message,
        List<String> holders,
        String worker,
        Instant startedAt,
        Instant phaseSince) {

    /** Copies the lists. */
    public MoveState {
        from = List.copyOf(from);
        to = List.copyOf(to);
        tables = List.copyOf(tables);
        units = List.copyOf(units);
        holders = List.copyOf(holders);
    }
}
