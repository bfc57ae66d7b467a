package io.shardkit.execute;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.NameCase;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.facts.NullOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.watch.TimedQuestion;
import io.shardkit.options.Start;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks each database at the start what it is, several at a time, so that pools fill side by side and all that cannot be
 * reached are reported together. No table is looked at.
 */
public final class StartCheck {
    /** A login before a host, as drivers quote it from a URL. */
    private static final Pattern LOGIN = Pattern.compile("[^\\s'\"/]+@(?=[\\w\\[])");

    private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);

    static final String PROPERTY = "sharding.data-sources.";

    /** Number of databases that are asked at a time: a server that has many of them takes only so many new connections. */
    private static final int AT_A_TIME = 16;

    /** Seconds that a database has for all questions where the limits say nothing. */
    private static final int SECONDS = 30;

    private final List<String> names;
    private final List<DataSource> dataSources;
    private final int seconds;
    private final boolean group;
    private final Start start;
    private final AtomicReferenceArray<@Nullable Facts> found;
    private final AtomicReferenceArray<@Nullable Throwable> failures;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch left;

    /**
     * The facts about a database.
     *
     * @param driver the driver of the connections that its pool lends
     * @param session the modes that its connections come in, as the dialect's query tells them
     * @param modes its modes by which values may be stored or computed as others
     * @param settings what other settings of it decide, as far as all databases agree
     * @param waitsForEver whether its sessions wait for a lock until they get it
     * @param timeoutUndoes whether a wait for a lock that ends by its timeout undoes all of a transaction
     * @param product what the database says of itself; of the first data source only
     * @param identity what tells the database from others, if it says so and there are others
     * @param present whether the database could be reached; else these are the facts of another one, until it can
     */
    public record Facts(
            Dialect dialect,
            JdbcDriver driver,
            ConnectionDefaults defaults,
            String session,
            Set<String> modes,
            ServerSettings settings,
            boolean waitsForEver,
            boolean timeoutUndoes,
            @Nullable ProductFacts product,
            SameDatabase.@Nullable Identity identity,
            boolean present) {

        Facts with(ServerSettings common) {
            return new Facts(
                    dialect,
                    driver,
                    defaults,
                    session,
                    modes,
                    common,
                    waitsForEver,
                    timeoutUndoes,
                    product,
                    identity,
                    present);
        }

        private Facts as(SameDatabase.@Nullable Identity known) {
            return new Facts(
                    dialect,
                    driver,
                    defaults,
                    session,
                    modes,
                    settings,
                    waitsForEver,
                    timeoutUndoes,
                    product,
                    known,
                    present);
        }

        /** Returns the facts that are assumed of a database of the same kind that cannot be reached. */
        private Facts assumed() {
            return new Facts(
                    dialect,
                    driver,
                    defaults,
                    session,
                    modes,
                    settings,
                    waitsForEver,
                    timeoutUndoes,
                    product,
                    null,
                    false);
        }
    }

    private StartCheck(Map<String, DataSource> databases, int seconds, boolean group, Start start) {
        this.group = group;
        this.start = start;
        this.seconds = seconds > 0 ? seconds : SECONDS;
        names = List.copyOf(databases.keySet());
        dataSources = List.copyOf(databases.values());
        found = new AtomicReferenceArray<>(names.size());
        failures = new AtomicReferenceArray<>(names.size());
        left = new CountDownLatch(names.size());
    }

    /**
     * The facts of each database, which are of one kind.
     *
     * @param executor takes part; the caller's thread does what it leaves
     * @param seconds how long a database may take to answer, once its pool has given a connection; 0 for the default
     * @param start what happens if one cannot be reached; one at least has to be
     * @throws ShardingConfigurationException of the first that fails; those of the others are suppressed in it
     */
    public static List<Facts> of(Map<String, DataSource> databases, Executor executor, int seconds, Start start)
            throws SQLException {
        return ask(new StartCheck(databases, seconds, false, start), databases, executor);
    }

    /**
     * The same of a primary and its replicas: they are servers of one cluster, but not one server.
     *
     * @throws ShardingConfigurationException as of the other
     */
    public static List<Facts> ofGroup(Map<String, DataSource> members, Executor executor, int seconds)
            throws SQLException {
        return ask(new StartCheck(members, seconds, true, Start.STOP), members, executor);
    }

    /**
     * The same of databases of which some are known: they are asked only what was not of interest as long as there was
     * one.
     *
     * @param known the facts about those, by name
     * @throws ShardingConfigurationException as of the other
     */
    public static List<Facts> joining(Map<String, DataSource> databases, Map<String, Facts> known, int seconds)
            throws SQLException {
        StartCheck check = new StartCheck(databases, seconds, false, Start.STOP);
        for (int i = 0; i < check.names.size(); i++) {
            Facts before = known.get(check.names.get(i));
            boolean isComplete =
                    before != null && (!before.present() || before.identity() != null || check.names.size() == 1);
            if (before == null || !isComplete) {
                Facts asked = check.ask(i);
                check.found.set(i, before == null ? asked : before.as(asked.identity()));
            } else {
                check.found.set(i, before);
            }
        }
        return check.facts();
    }

    private static List<Facts> ask(StartCheck check, Map<String, DataSource> databases, Executor executor)
            throws SQLException {
        for (int i = 1; i < Math.min(AT_A_TIME, databases.size()); i++) {
            try {
                executor.execute(check::askAll);
            } catch (RejectedExecutionException busy) {
                break;
            }
        }
        check.askAll();
        check.await();
        check.assumeFacts();
        check.throwFailures();
        return check.facts();
    }

    private void askAll() {
        for (int i = next.getAndIncrement(); i < names.size(); i = next.getAndIncrement()) {
            try {
                found.set(i, ask(i));
            } catch (SQLException | RuntimeException | Error failure) {
                failures.set(i, failure);
            } finally {
                left.countDown();
            }
        }
    }

    private Facts ask(int i) throws SQLException {
        try (Connection connection = connect(i)) {
            return TimedQuestion.ask(connection, seconds, () -> facts(i, connection));
        } catch (SQLTimeoutException late) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNREACHABLE_DATA_SOURCE, PROPERTY + names.get(i), rootMessage(late), late);
        }
    }

    private Facts facts(int i, Connection connection) throws SQLException {
        Dialect dialect = dialect(i, connection.getMetaData());
        String session = session(connection, dialect);
        Set<String> modes = modes(names.get(i), session, dialect);
        ProductFacts product = i > 0 && start == Start.STOP ? null : ProductFacts.read(connection.getMetaData());
        ConnectionDefaults defaults = ConnectionDefaults.read(connection);
        return new Facts(
                dialect,
                JdbcDrivers.named(connection.getMetaData().getDriverName()),
                defaults,
                session,
                modes,
                settings(connection, dialect),
                waitsForEver(connection, dialect),
                dialect.transactions().timeoutUndoes(connection),
                product,
                names.size() == 1 ? null : SameDatabase.identity(connection, dialect, defaults),
                true);
    }

    // A pool reports a database that it cannot reach by a RuntimeException of its own.
    private Connection connect(int i) {
        try {
            return dataSources.get(i).getConnection();
        } catch (SQLException | RuntimeException unreachable) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNREACHABLE_DATA_SOURCE, PROPERTY + names.get(i), rootMessage(unreachable), unreachable);
        }
    }

    private Dialect dialect(int i, DatabaseMetaData own) throws SQLException {
        String product = own.getDatabaseProductName();
        try {
            return Dialect.of(own);
        } catch (SQLException unknown) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNKNOWN_DATABASE, PROPERTY + names.get(i), "it is '" + product + "'", unknown);
        }
    }

    /**
     * The modes of a database that change values.
     *
     * @throws ShardingConfigurationException if its sessions read SQL in another way than the parser does
     */
    private static Set<String> modes(String name, String session, Dialect dialect) {
        String unreadable = dialect.sqlModes().unreadable(session);
        if (unreadable != null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    PROPERTY + name,
                    "the mode " + unreadable + " changes how SQL is read; switch it off for these connections");
        }
        return dialect.sqlModes().changing(session);
    }

    private static String session(Connection connection, Dialect dialect) throws SQLException {
        String query = dialect.sqlModes().query();
        if (query == null) {
            return "";
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    private static ServerSettings settings(Connection connection, Dialect dialect) throws SQLException {
        DatabaseMetaData names = connection.getMetaData();
        return new ServerSettings(
                nullOrder(connection, dialect),
                names.supportsMixedCaseIdentifiers(),
                names.supportsMixedCaseQuotedIdentifiers(),
                stored(names),
                dialect.sqlModes().offset(connection));
    }

    private static NameCase stored(DatabaseMetaData names) throws SQLException {
        if (names.storesUpperCaseIdentifiers()) {
            return NameCase.UPPER;
        }
        return names.storesLowerCaseIdentifiers() ? NameCase.LOWER : NameCase.AS_WRITTEN;
    }

    private static NullOrder nullOrder(Connection connection, Dialect dialect) throws SQLException {
        String query = dialect.nullOrderQuery();
        if (query == null) {
            return dialect.nullOrder();
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return NullOrder.of(rows.getBoolean(1), rows.getBoolean(2));
        }
    }

    private static boolean waitsForEver(Connection connection, Dialect dialect) throws SQLException {
        String query = dialect.transactions().lockWaitQuery();
        if (query == null) {
            return false;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() && dialect.transactions().waitsForEver(rows.getString(1));
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String message = root.getMessage();
        if (root instanceof UnknownHostException) {
            return "the host " + message + " is not known";
        }
        return message == null
                ? root.getClass().getSimpleName()
                : LOGIN.matcher(message).replaceAll("");
    }

    /** Every database has been asked, or is by a thread that has begun; an interrupt is kept for later. */
    private void await() {
        boolean interrupted = false;
        while (true) {
            try {
                left.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Of what could not be reached, if that is to be tolerated. */
    private void assumeFacts() {
        List<Facts> present = facts(found);
        if (start == Start.STOP || present.isEmpty()) {
            return;
        }
        for (int i = 0; i < failures.length(); i++) {
            if (failures.get(i) instanceof ShardingConfigurationException failure
                    && failure.errorCode() == ErrorCode.UNREACHABLE_DATA_SOURCE) {
                String address = HikariPool.address(dataSources.get(i));
                LOG.warn(
                        "{}{} is started without: {}",
                        names.get(i),
                        address.isEmpty() ? "" : " at " + address,
                        failure.getMessage());
                found.set(i, present.get(0).assumed());
                failures.set(i, null);
            }
        }
    }

    private static List<Facts> facts(AtomicReferenceArray<@Nullable Facts> found) {
        List<Facts> facts = new ArrayList<>();
        for (int i = 0; i < found.length(); i++) {
            Facts each = found.get(i);
            if (each != null) {
                facts.add(each);
            }
        }
        return facts;
    }

    private void throwFailures() throws SQLException {
        List<Throwable> all = new ArrayList<>();
        for (int i = 0; i < failures.length(); i++) {
            Throwable failure = failures.get(i);
            if (failure != null) {
                all.add(failure);
            }
        }
        if (all.isEmpty()) {
            return;
        }
        Throwable first = all.get(0);
        all.stream().filter(other -> other != first).forEach(first::addSuppressed);
        if (first instanceof SQLException exception) {
            throw exception;
        }
        if (first instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) first;
    }

    private List<Facts> facts() {
        List<Facts> facts = facts(found);
        for (int i = 1; i < facts.size(); i++) {
            checkAlike(names.get(0), facts.get(0), names.get(i), facts.get(i));
        }
        List<SameDatabase.Identity> identities = new ArrayList<>();
        for (Facts each : facts) {
            SameDatabase.Identity identity = each.identity();
            identities.add(identity == null ? SameDatabase.UNKNOWN : identity);
        }
        SameDatabase.refuse(PROPERTY, names, dataSources, facts.get(0).dialect(), identities, group);
        Optional<ServerSettings> common = facts.stream().map(Facts::settings).reduce(ServerSettings::with);
        return facts.stream().map(each -> each.with(common.orElseThrow())).toList();
    }

    private static void checkAlike(String first, Facts its, String name, Facts other) {
        if (other.dialect() != its.dialect()) {
            throw new ShardingConfigurationException(
                    ErrorCode.MIXED_DIALECTS,
                    PROPERTY + name,
                    name + " is " + other.dialect() + ", and " + first + " is " + its.dialect());
        }
        if (other.settings().nullOrder() != its.settings().nullOrder()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    PROPERTY + name,
                    "it sorts NULL " + other.settings().nullOrder() + ", and " + first + " sorts it "
                            + its.settings().nullOrder() + "; set the same for all data sources");
        }
        if (!other.modes().equals(its.modes())) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    PROPERTY + name,
                    "of the modes that change values it has " + other.modes() + ", and " + first + " has " + its.modes()
                            + "; set the same for all data sources");
        }
    }

    /**
     * Checks a database that could not be reached at the start, once it can: it has to be as the others are.
     *
     * @param late its number
     * @param facts of all
     * @throws ShardingConfigurationException if it cannot be used beside them, or still cannot be reached
     */
    public static void late(Map<String, DataSource> databases, int late, List<Facts> facts, int seconds)
            throws SQLException {
        StartCheck check = new StartCheck(databases, seconds, false, Start.STOP);
        Facts own = check.ask(late);
        String name = check.names.get(late);
        for (int i = 0; i < facts.size(); i++) {
            Facts other = facts.get(i);
            if (i != late && other.present()) {
                checkAlike(check.names.get(i), other, name, own);
                if (!other.settings().with(own.settings()).equals(other.settings())
                        || !Objects.equals(
                                other.defaults().schema(), own.defaults().schema())) {
                    throw new ShardingConfigurationException(
                            ErrorCode.INVALID_SETTING,
                            PROPERTY + name,
                            "its schema, its time zone or the letter case of its names is not that of "
                                    + check.names.get(i) + "; start the application anew if it has to be so");
                }
            }
        }
        List<SameDatabase.Identity> identities = new ArrayList<>();
        for (int i = 0; i < facts.size(); i++) {
            SameDatabase.Identity identity = (i == late ? own : facts.get(i)).identity();
            identities.add(identity == null ? SameDatabase.UNKNOWN : identity);
        }
        SameDatabase.refuse(PROPERTY, check.names, check.dataSources, own.dialect(), identities, false);
    }
}
