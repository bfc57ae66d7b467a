package io.shardkit.execute.session;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.TimedQuestion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the drivers' connections of a session what is no statement, within the time that a statement has. */
public final class PhysicalConnections {
    private final Session session;

    public PhysicalConnections(Session session) {
        this.session = session;
    }

    /**
     * Something that is asked of a driver's connection.
     *
     * @param <T> the answer
     */
    @FunctionalInterface
    public interface Question<T> {
        @Nullable T ask(Connection physical) throws SQLException;
    }

    /** Asks a data source over the enlisted connection, or else over one that is taken for this question alone. */
    public <T> @Nullable T withConnection(int dataSource, Question<T> question) throws SQLException {
        if (session.enlisted(dataSource) != null) {
            return ask(session.connection(dataSource), question);
        }
        try (Connection transientOne = session.databases().open(dataSource)) {
            int seconds = session.databases().options().limits().timeoutSeconds();
            return TimedQuestion.<Optional<T>>ask(
                            transientOne, seconds, () -> Optional.ofNullable(question.ask(transientOne)))
                    .orElse(null);
        }
    }

    /** Asks over one of the session's connections. */
    public <T> @Nullable T ask(ShardConnection shard, Question<T> question) throws SQLException {
        return session.bounded(() -> {
                    shard.enter(null);
                    try {
                        return Optional.ofNullable(question.ask(shard.connection()));
                    } finally {
                        shard.leave();
                    }
                })
                .orElse(null);
    }
}
