package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the sessions that hold tables. */
final class Holders {
    private static final Logger LOG = LoggerFactory.getLogger(Holders.class);

    private Holders() {}

    /** Returns those that may hold one of the tables, in words, as far as the rights to see them go. */
    static List<String> of(TablePlace place, MoveSql sql, int seconds, List<String> tables) {
        List<String> holders = new ArrayList<>();
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            for (String table : tables) {
                for (String query : sql.holderQueries(table)) {
                    try {
                        connection
                                .rows(query, MoveStatements.Parameters.NONE, row -> String.valueOf(row.getString(1)))
                                .stream()
                                .filter(line -> !holders.contains(line))
                                .forEach(holders::add);
                    } catch (SQLException noRight) {
                        LOG.debug("Holders of {} could not be read", table, noRight);
                    }
                }
            }
        } catch (SQLException failure) {
            LOG.debug("Holders could not be read", failure);
        }
        return holders;
    }
}
