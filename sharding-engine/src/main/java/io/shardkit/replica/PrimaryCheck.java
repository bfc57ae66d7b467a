package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a primary how far it has written, and looks for another one that was promoted where it takes no writes any longer.
 * Runs on one thread.
 */
final class PrimaryCheck implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(PrimaryCheck.class);

    /** The number of consecutive checks in which the primary has to take no writes before another primary is looked for. */
    private static final int MISSES = 2;

    private final Group group;
    private final ReplicaRules rules;
    private int misses;
    private boolean told;

    PrimaryCheck(Group group, ReplicaRules rules) {
        this.group = group;
        this.rules = rules;
    }

    @Override
    public void run() {
        if (isWritable(group.primary().current(), true)) {
            misses = 0;
            told = false;
        } else if (++misses >= MISSES) {
            lookForAnother();
        }
    }

    private boolean isWritable(DataSource source, boolean isPrimary) {
        try (Connection connection = source.getConnection()) {
            Inquiry inquiry = new Inquiry(connection);
            try {
                boolean writable = rules.writableQuery() == null || inquiry.isTrue(rules.writableQuery());
                String query = rules.positionQuery();
                if (writable && isPrimary && query != null) {
                    OwnWrites change = group.tableChange();
                    long version = change == null ? 0 : change.version();
                    long at = System.nanoTime();
                    String written = inquiry.text(query);
                    if (written != null) {
                        group.positions().add(written, at);
                        group.learn(change, version, written);
                    }
                }
                return writable;
            } finally {
                inquiry.end();
            }
        } catch (SQLException | RuntimeException unreachable) {
            LOG.debug("The primary of {} does not answer", group.name(), unreachable);
            return false;
        }
    }

    /**
     * Looks for the server that is the primary now: a former replica that takes writes; if there are several, the primary
     * is not known. A promoted server that is silent counts as it answered last, since no other server need have its
     * writes.
     */
    private void lookForAnother() {
        DataSource configured = group.primary().configured();
        DataSource current = group.primary().current();
        List<Member> promoted =
                group.members().stream().filter(Member::isWritable).toList();
        boolean former = current != configured && isWritable(configured, false);
        if (former && promoted.isEmpty()) {
            become(null);
        } else if (!former && promoted.size() == 1 && isAnother(promoted.get(0), current)) {
            become(promoted.get(0));
        } else if (!told) {
            told = true;
            LOG.error(
                    "The primary of {} takes no writes, and {}",
                    group.name(),
                    promoted.size() + (former ? 1 : 0) > 1
                            ? "more than one server does, or did when it answered last"
                            : "no other server does");
        }
    }

    private boolean isAnother(Member member, DataSource current) {
        return member.dataSource() != current && isWritable(member.dataSource(), false);
    }

    /** @param promoted the replica that is the primary now, or null if it is the one of the start again */
    private void become(@Nullable Member promoted) {
        for (Member member : group.members()) {
            member.promoted(member.equals(promoted));
        }
        group.primary().set(promoted == null ? group.primary().configured() : promoted.dataSource());
        LOG.warn(
                "{} is the primary of {} from now on",
                promoted == null ? group.primaryName() : promoted.name(),
                group.name());
    }
}
