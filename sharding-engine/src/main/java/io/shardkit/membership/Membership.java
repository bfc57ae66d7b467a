package io.shardkit.membership;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.Databases;
import io.shardkit.execute.write.StoredEpoch;
import io.shardkit.observe.RuleState;
import io.shardkit.options.RuleStore;
import io.shardkit.rule.RuleDifferences;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An instance among those that keep to one rule. {@link #check()} compares the configured rule with the stored one and
 * writes nothing, so that it may come before an application makes its tables; {@link #join()} stores a first rule, or one
 * with more tables, and tells the others of the instance; a {@link RuleWatch} then looks for newer rules. Thread-safe.
 *
 * <p>A rule is decided by the insertion of one row, whose key is its epoch. A database with the tables that is down stops
 * no traffic: the instance goes on by the rule that it has.
 */
public final class Membership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    static final String RUNNING = "running";

    private static final String PROPERTY = "sharding.rule-store";

    /** A member is thought to live for this many times the time between two looks. */
    private static final int LEASE_IN_LOOKS = 3;

    private static final long LEAST_LEASE_MILLIS = 15_000;

    /** Number of times that another instance may be faster. */
    private static final int TRIES = 100;

    /** The digits of a hash that tell a rule from all others. */
    private static final int DIGITS = 12;

    /** As H2 tells that its server is not there. */
    private static final String CONNECTION_BROKEN = "90067";

    private static final int LONGEST_NAME = 200;

    /** Characters that not every character set of a column has. */
    private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]");

    private final List<StoreTables> places;
    private final ShardMap configured;
    private final @Nullable ShardMap wanted;
    private final Set<String> named;
    private final RuleText written;
    private final RuleStore settings;
    private final AlgorithmRegistry types;
    private final boolean tolerant;
    private final boolean opens;
    private final CopyGuard copies;
    private final String id = UUID.randomUUID().toString();
    private final String instance;

    private volatile StoreTables tables;
    private volatile Running running;
    private volatile boolean joined;

    /** Set if the database with the tables was down when this instance started. */
    private volatile boolean unreached;

    /**
     * The rule by which the instance runs.
     *
     * @param epoch its number, 0 if it is not stored
     * @param text the stored rule
     */
    record Running(long epoch, RuleText text, ShardMap rule) {}

    /**
     * @param wanted what is to become of the configured rule; null if nothing is
     * @param named the tables that are to be as the wanted rule has them also if the configured one has them alike
     * @param types makes the algorithms of a stored rule
     * @param tolerant whether an instance may start while the database with the tables is down
     * @param opens whether the instance may open data sources that its configured rule lacks
     * @param copies guards the broadcast tables while this instance decides a rule with more data sources
     */
    public Membership(
            Databases databases,
            ShardMap configured,
            @Nullable ShardMap wanted,
            Set<String> named,
            RuleStore settings,
            AlgorithmRegistry types,
            boolean tolerant,
            boolean opens,
            CopyGuard copies) {
        this.copies = copies;
        this.configured = configured;
        this.wanted = wanted;
        this.named = Set.copyOf(named);
        this.written = RuleText.of(configured);
        this.settings = settings;
        this.types = types;
        this.tolerant = tolerant;
        this.opens = opens;
        this.running = new Running(0, written, configured);
        String name = settings.instance() == null ? hostAndProcess() : settings.instance();
        this.instance = NOT_ASCII
                .matcher(name.substring(0, Math.min(LONGEST_NAME, name.length())))
                .replaceAll("?");
        this.places = places(databases, configured, settings);
        this.tables = places.get(0);
    }

    /** The tables where they are to be, and then where they could be if another instance was told otherwise. */
    private static List<StoreTables> places(Databases databases, ShardMap rule, RuleStore settings) {
        List<String> names = new ArrayList<>(databases.names());
        names.sort(null);
        String first = settings.dataSource();
        if (first == null) {
            // The order of the data sources may be what two instances differ in.
            int home = rule.home();
            first = home == 0 ? names.get(0) : rule.dataSources().get(home);
        } else if (!names.contains(first)) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    PROPERTY + ".data-source",
                    "'" + first + "' is not one of the data sources " + databases.names());
        }
        names.remove(first);
        names.add(0, first);
        return names.stream()
                .map(name -> new StoreTables(
                        databases.dataSources().get(databases.names().indexOf(name)),
                        name,
                        databases.dialect(),
                        settings,
                        databases.secondsOfQuestions()))
                .toList();
    }

    private static String hostAndProcess() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            host = "localhost";
        }
        return host + ":" + ProcessHandle.current().pid();
    }

    /**
     * Compares the configured rule with the stored one, if there is one. Nothing is written.
     *
     * @return the rule to run by
     * @throws ShardingConfigurationException if the configured rule places rows otherwise than all stored ones, or a
     *     stored one cannot be read
     */
    public ShardMap check() {
        List<Epoch> history = reached();
        if (!history.isEmpty()) {
            running = agreed(agree(history), history);
        }
        return running.rule();
    }

    /**
     * Stores the rule if it is the first or has more tables, and tells the others of this instance.
     *
     * @return the rule to run by
     * @throws ShardingConfigurationException as {@link #check()} does, or if the tables are required and cannot be made
     */
    public ShardMap join() {
        reached();
        if (unreached || !prepared()) {
            return running.rule();
        }
        for (int i = 0; i < TRIES; i++) {
            List<Epoch> history = stored();
            if (history.isEmpty()) {
                if (written(1, written, false)) {
                    LOG.info("The rule is stored in {}.{} as epoch 1", tables.name(), settings.ruleTable());
                }
                continue;
            }
            Epoch last = history.get(history.size() - 1);
            Agreement agreement = agree(history);
            if (agreement.rule().equals(last.rule())) {
                running = agreed(agreement, history);
                tell(agreement);
                joined = true;
                renew(RUNNING, "");
                return running.rule();
            }
            checkAdded(agreement, last.rule());
            if (added(last, agreement.rule())) {
                LOG.info(
                        "Epoch {} of the rule in {}.{} adds {}",
                        last.number() + 1,
                        tables.name(),
                        settings.ruleTable(),
                        agreement.news());
            }
        }
        throw lacking("other instances write newer rules all the time", null);
    }

    /** Returns the number of the epoch by which this instance runs; 0 if no rule is stored. */
    public long epoch() {
        return running.epoch();
    }

    /** Returns the instance's rule and the others, as their rows tell; the hash is computed. */
    RuleState state(String problem, List<Member> members) {
        Running now = running;
        return new RuleState(
                now.epoch(),
                now.text().hash(),
                tables.name(),
                instance,
                problem,
                false,
                members.stream()
                        .map(each -> new RuleState.Member(
                                each.instance(),
                                each.epoch(),
                                each.state(),
                                each.problem(),
                                Instant.ofEpochMilli(each.startedAt()),
                                Instant.ofEpochMilli(each.seenAt())))
                        .toList());
    }

    /** Returns the stored rule by which this instance runs, as writes of broadcast tables ask for it; null if none is stored. */
    public @Nullable StoredEpoch storedEpoch() {
        return storedEpoch(running.epoch());
    }

    /** The same of an epoch; of 0 if it is not known which one is stored, so that it is to be looked at first. */
    @Nullable StoredEpoch storedEpoch(long epoch) {
        StoreTables place = tables;
        if (epoch == 0 && !unreached) {
            return null;
        }
        String table = settings.ruleTable();
        try {
            table = unreached ? table : place.qualifiedRuleTable();
        } catch (SQLException failure) {
            LOG.debug("The schema of {} is not known", table, failure);
        }
        return new StoredEpoch(place.name(), table, epoch);
    }

    /** Returns the rule by which this instance runs. */
    public ShardMap rule() {
        return running.rule();
    }

    /** Returns true if the instance keeps to the stored rule, and not to its configured one alone. */
    public boolean isJoined() {
        return joined;
    }

    /** Returns true if the database with the tables was down at the start, so that the rules are yet to be compared. */
    boolean isUnreached() {
        return unreached;
    }

    Running running() {
        return running;
    }

    StoreTables tables() {
        return tables;
    }

    /** Returns the settings of the rule store. */
    public RuleStore settings() {
        return settings;
    }

    String id() {
        return id;
    }

    /** Returns the name of this instance. */
    public String instance() {
        return instance;
    }

    /**
     * Returns the instances that live.
     *
     * @throws SQLException if the database cannot be asked
     */
    public List<Member> members() throws SQLException {
        return joined ? tables.members() : List.of();
    }

    /**
     * Returns true if another instance that lives may still use what the newest rule has no more: it runs by an earlier
     * one, or transactions of it go on by one, or it does not tell as a change is near.
     *
     * @throws SQLException if the database cannot be asked
     */
    public boolean areOthersBehind() throws SQLException {
        if (!joined) {
            return false;
        }
        long newest = newestEpoch();
        return members().stream()
                .anyMatch(each -> !each.id().equals(id)
                        && (each.isBefore(newest) || !each.state().equals(RUNNING)));
    }

    /**
     * Returns the number of the newest epoch; 0 if no rule is stored.
     *
     * @throws SQLException if the database cannot be asked
     */
    public long newestEpoch() throws SQLException {
        return tables.latest().newest();
    }

    /** Returns the newest stored rule, to be run by after {@link #take}. */
    Running newest() {
        List<Epoch> history = stored();
        return agreed(Agreement.of(configured, wanted, history, types, opens), history);
    }

    /**
     * Returns the newest stored rule, which this instance may not run by yet.
     *
     * @throws ShardingConfigurationException if it cannot be read, or this instance cannot run by it
     */
    public ShardMap newestRule() {
        return newest().rule();
    }

    /** Returns the rule that is wanted instead of the configured one; null if none is. */
    public @Nullable ShardMap wanted() {
        return wanted;
    }

    /**
     * Returns the tables that the wanted rule has otherwise than a stored one, if they are named as wanted, or it has them
     * otherwise than the configured rule, or declares them to be single while that one does not declare them. All of them lie
     * elsewhere, or by another algorithm.
     */
    public Set<String> tablesToChange(RuleText stored) {
        if (wanted == null) {
            return Set.of();
        }
        Set<String> tables = otherwise(written, wanted);
        wanted.singles().keySet().stream()
                .filter(table -> !configured.isDeclaredSingle(table))
                .forEach(tables::add);
        tables.addAll(named);
        tables.retainAll(otherwise(stored.asDeclared(), wanted));
        tables.removeIf(table -> !RuleText.of(wanted).tables().contains(table) && !wanted.isDeclaredSingle(table));
        return tables;
    }

    private Set<String> otherwise(RuleText stored, ShardMap other) {
        RuleDifferences differences = RuleDifferences.of(stored, other, types);
        Set<String> tables = new TreeSet<>(differences.changed().keySet());
        tables.addAll(differences.added());
        return tables;
    }

    /** Returns all stored rules, the first one first. */
    public List<RuleText> allRules() {
        return stored().stream().map(Epoch::rule).toList();
    }

    /**
     * Returns a rule as this instance would run by it.
     *
     * @throws ShardingConfigurationException if this instance lacks an algorithm of it, or it lacks the data source with
     *     the tables of the rule
     */
    public ShardMap next(RuleText text) {
        return checked(part(text));
    }

    /**
     * Returns what a rule says of some tables, as this instance would run by it.
     *
     * @throws ShardingConfigurationException if this instance lacks an algorithm of it
     */
    public ShardMap part(RuleText text) {
        return text.rule(configured, wanted, types);
    }

    /**
     * Returns the rule of a change as this instance would run by it.
     *
     * @throws ShardingConfigurationException as {@link #next}, and if the instance lacks a generator of keys
     */
    ShardMap next(Change change) {
        ShardMap next = next(change.rule());
        change.rule().checkGenerators(next);
        return next;
    }

    /** An instance that starts later would not find the rule. */
    private ShardMap checked(ShardMap next) {
        if (!next.dataSources().contains(tables.name())) {
            throw new ShardingConfigurationException(
                    ErrorCode.RULE_STORE_LACKING,
                    PROPERTY + ".data-source",
                    "the next rule lacks the data source " + tables.name() + ", which has the tables of the rule");
        }
        return next;
    }

    /** From now on the instance runs by this rule. */
    void take(Running newer) {
        running = newer;
    }

    /** As {@link #stored()}, but none where a database that is down is tolerated. */
    private List<Epoch> reached() {
        try {
            List<Epoch> history = stored();
            unreached = false;
            return history;
        } catch (ShardingConfigurationException failure) {
            boolean down = failure.getCause() instanceof SQLException cause && isUnreachable(cause);
            if (!tolerant || !down) {
                throw failure;
            }
            if (!unreached) {
                LOG.warn(
                        "This instance starts by its configured rule, and compares it once it can: {}",
                        failure.getMessage());
            }
            unreached = true;
            return List.of();
        }
    }

    private static boolean isUnreachable(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLTransientConnectionException
                || (state != null && (state.startsWith("08") || state.equals(CONNECTION_BROKEN)));
    }

    private List<Epoch> stored() {
        for (StoreTables each : joined ? List.of(tables) : places) {
            boolean isUsual = each.equals(places.get(0));
            try {
                List<Epoch> history = each.history();
                if (!history.isEmpty()) {
                    if (!isUsual && !each.equals(tables)) {
                        LOG.info(
                                "The rule is stored in {}, and not in {}",
                                each.name(),
                                places.get(0).name());
                    }
                    tables = each;
                    return history;
                }
            } catch (SQLException failure) {
                if (isUsual || joined || !tolerant) {
                    throw lacking(
                            "the table " + settings.ruleTable() + " of " + each.name() + " cannot be read: "
                                    + failure.getMessage() + "; " + grants(),
                            failure);
                }
            }
        }
        return List.of();
    }

    private String grants() {
        return "its user needs SELECT, INSERT, UPDATE and DELETE on " + settings.ruleTable() + " and "
                + settings.memberTable() + ": GRANT SELECT, INSERT, UPDATE, DELETE ON " + settings.ruleTable()
                + " TO <user>, and the same on " + settings.memberTable();
    }

    private static ShardingConfigurationException lacking(String why, @Nullable SQLException failure) {
        return new ShardingConfigurationException(ErrorCode.RULE_STORE_LACKING, PROPERTY, why, failure);
    }

    /** Returns true if the tables are there; if they are not required, a warning says that they are not. */
    private boolean prepared() {
        SQLException creating = null;
        try {
            if (settings.create()) {
                tables.create();
            }
        } catch (SQLException failure) {
            // Another instance may have made them in this moment.
            creating = failure;
        }
        try {
            if (tables.areThere()) {
                return true;
            }
        } catch (SQLException failure) {
            throw lacking(
                    "the tables of the rule in " + tables.name() + " cannot be read: " + failure.getMessage() + "; "
                            + grants(),
                    failure);
        }
        String why = "the tables of the rule are not in " + tables.name()
                + (creating == null ? "" : " and cannot be made: " + creating.getMessage())
                + "; let its user create tables, or make them: " + String.join("; ", tables.definitions()) + "; then "
                + grants();
        if (settings.mode() == RuleStore.Mode.REQUIRED) {
            throw lacking(why, creating);
        }
        LOG.warn(
                "Nothing keeps this instance from another rule than that of the others, as {}. Set"
                        + " sharding.rule-store.mode to off if that is wanted.",
                why);
        return false;
    }

    /** Writes the epoch after another one, which may have more data sources; false if another instance was faster. */
    private boolean added(Epoch last, RuleText next) {
        RuleText before = last.rule();
        if (before.joining(next).isEmpty()) {
            return written(last.number() + 1, next, false);
        }
        AtomicBoolean decided = new AtomicBoolean();
        try {
            String why = copies.deciding(before, next, () -> decided.set(written(last.number() + 1, next, true)));
            if (!why.isEmpty()) {
                throw new ShardingConfigurationException(
                        ErrorCode.RULE_DIFFERS,
                        PROPERTY,
                        why + ". The configured rule has the hash "
                                + written.hash().substring(0, DIGITS));
            }
            return decided.get();
        } catch (SQLException failure) {
            throw lacking("the broadcast tables cannot be compared: " + failure.getMessage(), failure);
        }
    }

    private boolean written(long number, RuleText text, boolean joins) {
        try {
            return tables.decide(new Epoch(number, text.toString(), instance, 0), text.hash(), joins);
        } catch (SQLException failure) {
            throw notWritten(settings.ruleTable(), failure);
        }
    }

    private ShardingConfigurationException notWritten(String table, SQLException failure) {
        return lacking(
                "the table " + table + " of " + tables.name() + " cannot be written: " + failure.getMessage() + "; "
                        + grants(),
                failure);
    }

    private Agreement agree(List<Epoch> history) {
        try {
            return Agreement.of(configured, wanted, history, types, opens);
        } catch (ShardingConfigurationException failure) {
            if (failure.errorCode() != ErrorCode.RULE_DIFFERS || !isAccepted()) {
                throw failure;
            }
            checkAlone(failure);
            return new Agreement(written, written.tables(), Set.of(), List.of(), Set.of());
        }
    }

    private boolean isAccepted() {
        String accepted = settings.accept();
        return accepted != null && accepted.length() >= DIGITS && written.hash().startsWith(accepted);
    }

    /** A rule that places rows elsewhere is taken while no other instance writes by the one before. */
    private void checkAlone(ShardingConfigurationException difference) {
        List<String> others = others();
        if (!others.isEmpty()) {
            throw new ShardingConfigurationException(
                    ErrorCode.RULE_DIFFERS,
                    PROPERTY + ".accept",
                    "the instances " + others + " run by the stored rule; stop them first: " + difference.detail(),
                    difference);
        }
    }

    private List<String> others() {
        try {
            return tables.members().stream()
                    .filter(member -> !member.id().equals(id))
                    .map(Member::instance)
                    .toList();
        } catch (SQLException failure) {
            throw lacking(
                    "the table " + settings.memberTable() + " of " + tables.name() + " cannot be read: "
                            + failure.getMessage() + "; " + grants(),
                    failure);
        }
    }

    /**
     * A table that was not declared was a single one on the default data source: its rows would not be found any more.
     *
     * @throws ShardingConfigurationException if it has rows there
     */
    private void checkAdded(Agreement agreement, RuleText newest) {
        StoreTables home = places.stream()
                .filter(each -> each.name().equals(newest.defaultDataSource()))
                .findFirst()
                .orElse(tables);
        for (String table : isAccepted() ? Set.<String>of() : agreement.added()) {
            if (home.name().equals(agreement.rule().homeOf(table))) {
                continue;
            }
            boolean isCopied = agreement.rule().broadcastTables().contains(table) && others().isEmpty();
            try {
                if (!isCopied && home.hasRows(table)) {
                    throw new ShardingConfigurationException(
                            ErrorCode.RULE_DIFFERS,
                            PROPERTY,
                            table + " is not in the stored rule, and so a single table on " + home.name()
                                    + ", where it has rows that the configured rule does not look for there. The"
                                    + " configured rule has the hash "
                                    + written.hash().substring(0, DIGITS));
                }
            } catch (SQLException failure) {
                throw lacking(table + " of " + home.name() + " cannot be read: " + failure.getMessage(), failure);
            }
        }
    }

    private static void tell(Agreement agreement) {
        for (String each : agreement.outdated()) {
            LOG.warn("The configured rule is older than the stored one, which is used: {}", each);
        }
        if (!agreement.kept().isEmpty()) {
            LOG.info(
                    "The stored rule has tables that are not configured here, and they stay as they are: {}",
                    agreement.kept());
        }
    }

    private Running agreed(Agreement agreement, List<Epoch> history) {
        Epoch last = history.get(history.size() - 1);
        ShardMap rule =
                agreement.rule().equals(written) ? configured : agreement.rule().rule(configured, wanted, types);
        return new Running(last.number(), last.rule(), rule);
    }

    /** Tells the others that this instance lives, by which epoch it runs, and how far it is with a change. */
    void renew(String state, String problem) {
        long lease =
                Math.max(LEAST_LEASE_MILLIS, LEASE_IN_LOOKS * settings.poll().toMillis());
        try {
            tables.renew(new Member(id, instance, epoch(), state, problem, 0, 0, 0), lease);
        } catch (SQLException failure) {
            throw notWritten(settings.memberTable(), failure);
        }
    }

    /** Tells the others that this instance has ended. */
    @Override
    public void close() {
        if (joined) {
            joined = false;
            try {
                tables.leave(id);
            } catch (SQLException | RuntimeException failure) {
                LOG.info(
                        "The row of this instance in {} stays until it expires: {}", tables.name(), failure.toString());
            }
        }
    }
}
