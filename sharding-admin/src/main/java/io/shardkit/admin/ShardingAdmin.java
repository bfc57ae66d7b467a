package io.shardkit.admin;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The command: {@code java -jar sharding-admin.jar --file application.yml moves list}. */
@Command(
        name = "sharding-admin",
        description = "Works on the databases of an application, by its own file.",
        mixinStandardHelpOptions = true,
        versionProvider = ShardingAdmin.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:refused, or failed",
            "2:the command line cannot be read",
            "3:something waits for a person, or is not done yet"
        })
public final class ShardingAdmin {
    private static final List<String> VERBOSE = List.of("-v", "--verbose");

    private final Terminal terminal;

    @Option(
            names = {"-f", "--file"},
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            defaultValue = "application.yml",
            description = "the application.yml, or a file with its block 'sharding' (default: ${DEFAULT-VALUE})")
    private String file = "application.yml";

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "prints objects, each on a line of its own")
    private boolean json;

    /** Read by {@link #main}, before anything is logged. */
    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "logs what happens to the error output")
    @SuppressWarnings("UnusedVariable")
    private boolean verbose;

    private volatile @Nullable OpenInstance open;
    private volatile @Nullable Farewell farewell;
    private volatile boolean leaving;

    ShardingAdmin(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The last words of a command that is interrupted. */
    interface Farewell {
        String text() throws SQLException;
    }

    /** Tells the version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = ShardingAdmin.class.getPackage().getImplementationVersion();
            return new String[] {"sharding-admin " + (version == null ? "of a build" : version)};
        }
    }

    /** Runs a command, and ends the process with its exit code. */
    public static void main(String[] arguments) {
        if (List.of(arguments).stream().anyMatch(VERBOSE::contains)) {
            System.setProperty("shardkit.admin.log", "INFO");
            System.setProperty("shardkit.admin.own", "INFO");
            System.setProperty("shardkit.admin.stack", "%ex");
        }
        ShardingAdmin admin = new ShardingAdmin(Terminal.ofProcess());
        Runtime.getRuntime().addShutdownHook(new Thread(admin::leave, "sharding-admin-end"));
        System.exit(admin.run(arguments));
    }

    /** Runs a command, and returns its exit code. */
    int run(String... arguments) {
        int status = commandLine().execute(arguments);
        terminal.out().flush();
        terminal.err().flush();
        return status;
    }

    /** Returns what reads command lines. */
    CommandLine commandLine() {
        return new CommandLine(this)
                .addSubcommand(new MovesCommands(this))
                .addSubcommand(new RuleCommand(this))
                .addSubcommand(new VerifyCommand(this))
                .addSubcommand(new FillLookupsCommand(this))
                .addSubcommand(new InDoubtCommand(this))
                .addSubcommand(new ExportCommand(this))
                .addSubcommand(new RestorePointCommand(this))
                .setOut(terminal.out())
                .setErr(terminal.err())
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure))
                .setParameterExceptionHandler((failure, given) -> unusable(failure));
    }

    private int failed(Exception thrown) {
        if (leaving) {
            // The pools are closed under it. The process ends with the code of the signal.
            while (!Thread.interrupted()) {
                LockSupport.park(this);
            }
        }
        Failure failure = Failure.of(thrown);
        if (json) {
            Map<String, @Nullable Object> fields = Json.fields(failure);
            output().object("error", fields);
        } else {
            terminal.err().println(failure.text());
        }
        return Exit.REFUSED;
    }

    private static int unusable(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(failure.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return Exit.USAGE;
    }

    /** Opens the databases of the file; they are closed if the process is interrupted. */
    OpenInstance open() throws SQLException {
        return open(null);
    }

    /** The same, with the wanted rule of another file; null for that of the file itself. */
    OpenInstance open(@Nullable String next) throws SQLException {
        OpenInstance opened = OpenInstance.of(file, next);
        open = opened;
        return opened;
    }

    Terminal terminal() {
        return terminal;
    }

    Output output() {
        return new Output(terminal.out(), json);
    }

    /** Sets what is said if the process is interrupted from now on; null for nothing. */
    void onInterrupt(@Nullable Farewell words) {
        farewell = words;
    }

    /** Closes what is open, so that other instances learn that this one ends. */
    private void leave() {
        leaving = true;
        Farewell words = farewell;
        if (words != null) {
            try {
                terminal.err().println();
                terminal.err().println(words.text());
                terminal.err().flush();
            } catch (SQLException | RuntimeException failure) {
                terminal.err().println(Failure.of(failure).text());
            }
        }
        OpenInstance left = open;
        if (left != null) {
            left.close();
        }
    }
}
