package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.options.ReplicaSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a replica for its health and its lag. Runs on one thread. */
final class MemberCheck implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberCheck.class);

    private static final int VALID_SECONDS = 2;

    private final Group group;
    private final Member member;
    private final Duration maxLag;
    private final ReplicaRules rules;
    private boolean first = true;

    MemberCheck(Group group, Member member, ReplicaSettings settings, ReplicaRules rules) {
        this.group = group;
        this.member = member;
        this.maxLag = settings.maxLag();
        this.rules = rules;
    }

    @Override
    public void run() {
        Member.Sight before = member.sight();
        long began = System.nanoTime();
        member.asked(began);
        Member.Sight seen = look();
        member.seen(seen, first, began);
        if (first ? !seen.usable() : before.usable() && !seen.usable()) {
            LOG.warn("Replica {} of {} gets no reads: {}", member.name(), group.name(), seen.reason());
        } else if (!first && !before.usable() && seen.usable()) {
            LOG.info("Replica {} of {} gets reads again", member.name(), group.name());
        }
        first = false;
    }

    private Member.Sight look() {
        try (Connection connection = member.dataSource().getConnection()) {
            Inquiry inquiry = new Inquiry(connection);
            try {
                return look(inquiry);
            } finally {
                inquiry.end();
            }
        } catch (SQLException | RuntimeException unreachable) {
            return unusable(String.valueOf(unreachable.getMessage()), null);
        }
    }

    private Member.Sight look(Inquiry inquiry) throws SQLException {
        String query = rules.statusQuery();
        if (query == null) {
            return inquiry.connection().isValid(VALID_SECONDS)
                    ? new Member.Sight(true, "", null, null, System.nanoTime())
                    : unusable("it does not answer", null);
        }
        ReplicaRules.Status status = inquiry.ask(query, rules::status);
        if (!status.replicates()) {
            member.writable(member.hasReplicated() && inquiry.isTrue(rules.writableQuery()));
            return unusable(status.fault(), null);
        }
        member.replicates();
        member.writable(false);
        if (!status.fault().isEmpty()) {
            return unusable(status.fault(), null);
        }
        String appliedQuery = rules.appliedQuery();
        String applied = appliedQuery == null ? null : inquiry.text(appliedQuery);
        Duration lag = status.lag();
        if (lag == null) {
            lag = applied == null ? null : group.positions().lag(applied, System.nanoTime());
        }
        if (lag == null) {
            return unusable("its lag is not known", null);
        }
        return lag.compareTo(maxLag) > 0
                ? unusable("it lags by " + lag.toMillis() + " ms", lag)
                : new Member.Sight(true, "", lag, applied, System.nanoTime());
    }

    private static Member.Sight unusable(String reason, @Nullable Duration lag) {
        return new Member.Sight(false, reason, lag, null, System.nanoTime());
    }
}
