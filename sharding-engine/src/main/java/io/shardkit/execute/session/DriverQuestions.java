package io.shardkit.execute.session;

import io.shardkit.catalog.Question;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the drivers' connections of a session what is no statement, within the time that a statement has. */
public final class DriverQuestions {
    private final Session session;

    public DriverQuestions(Session session) {
        this.session = session;
    }

    /** Asks a data source over the enlisted connection, or else over one that is taken for this question alone. */
    public <T> @Nullable T withConnection(int dataSource, Question<T> question) throws SQLException {
        if (session.physical().get(dataSource) != null) {
            return ask(session.connection(dataSource), question);
        }
        return session.databases().ask(dataSource, session.databases().limit(), question);
    }

    /** Asks over one of the session's connections. */
    public <T> @Nullable T ask(ShardConnection shard, Question<T> question) throws SQLException {
        return session.watch()
                .bounded(() -> Optional.ofNullable(shard.answering(question)))
                .orElse(null);
    }
}
