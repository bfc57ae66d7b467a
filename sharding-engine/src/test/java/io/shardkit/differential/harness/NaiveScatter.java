package io.shardkit.differential.harness;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Answer.Rows;
import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.Topology;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The mistake that the proof exists to catch: the statement is sent to every unit as it is, and the answers are strung
 * together.
 */
final class NaiveScatter {
    private final List<? extends DataSource> sources;
    private final int tables;

    NaiveScatter(Topology topology, List<? extends DataSource> sources) {
        this.sources = sources;
        this.tables = topology.tables();
    }

    Answer query(Sql sql) throws SQLException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        Answer first = new Failure(new IllegalStateException("no unit"));
        for (int source = 0; source < sources.size(); source++) {
            for (int table = 0; table < tables; table++) {
                String text = sql.text().replaceAll("\\b([oix])\\b", "$1_" + table);
                try (Connection connection = sources.get(source).getConnection()) {
                    Answer part = Answer.of(connection, new Sql(text, sql.parameters()));
                    if (!(part instanceof Rows partRows)) {
                        return part;
                    }
                    rows.addAll(partRows.rows());
                    first = source == 0 && table == 0 ? part : first;
                }
            }
        }
        return first instanceof Rows firstRows ? new Rows(firstRows.columns(), rows) : first;
    }
}
