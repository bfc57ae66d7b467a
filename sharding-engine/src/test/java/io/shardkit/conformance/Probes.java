package io.shardkit.conformance;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** All probes, by area. */
final class Probes {
    static final List<String> AREAS = List.of("result", "scroll", "statement", "prepared", "connection", "metadata");

    private static final Pattern DATABASE = Pattern.compile("(whole|part)_[0-9]+", Pattern.CASE_INSENSITIVE);

    /** Names that a database makes up, of constraints that have none. */
    private static final Pattern GENERATED = Pattern.compile("(CONSTRAINT|PRIMARY_KEY|INDEX)_[0-9A-F]+");

    private Probes() {}

    /** Returns the transcript of one data source. */
    static Transcript of(String area, Databases databases, DataSource dataSource) throws SQLException {
        Transcript transcript = new Transcript(text -> GENERATED
                .matcher(DATABASE.matcher(text).replaceAll("<database>"))
                .replaceAll("$1_<n>"));
        if (area.equals("connection")) {
            ConnectionProbes.probe(dataSource, transcript);
            return transcript;
        }
        try (Connection connection = dataSource.getConnection()) {
            switch (area) {
                case "result" -> {
                    for (Map.Entry<String, String> query :
                            ResultProbes.queries(databases).entrySet()) {
                        transcript.section(query.getKey());
                        ResultProbes.probe(connection, query.getValue(), transcript);
                    }
                }
                case "scroll" -> ScrollProbes.probe(connection, databases, transcript);
                case "statement" -> StatementProbes.probe(connection, transcript);
                case "prepared" -> PreparedProbes.probe(connection, databases, transcript);
                case "metadata" -> MetaDataProbes.probe(connection, transcript);
                default -> throw new IllegalArgumentException(area);
            }
        }
        return transcript;
    }
}
