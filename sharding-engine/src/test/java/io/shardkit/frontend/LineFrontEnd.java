package io.shardkit.frontend;

import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.TextExecution;
import io.shardkit.execute.run.RowReader;
import io.shardkit.execute.run.Shards;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.Plan;
import io.shardkit.planner.PlanCache;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A front end over a socket: a client writes one statement a line, and is answered with the labels and the rows, their
 * values apart by tabs, or with a count, or with an error; then with an empty line. A connection is a session.
 */
final class LineFrontEnd implements AutoCloseable {
    private final Shards shards;
    private final PlanCache plans;
    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

    LineFrontEnd(Shards shards, PlanCache plans) throws IOException {
        this.shards = shards;
        this.plans = plans;
        Thread acceptor = new Thread(this::accept, "line-front-end");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread thread = new Thread(() -> serve(client), "line-client");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (Socket open = client;
                Session session = new Session(shards.databases(), shards.protocols(), plans::clear);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(open.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(open.getOutputStream(), true, StandardCharsets.UTF_8)) {
            TextExecution execution = new TextExecution(session, CursorKind.PLAIN);
            for (String sql = in.readLine(); sql != null; sql = in.readLine()) {
                try {
                    run(execution, sql, out);
                } catch (SQLException failure) {
                    out.print("error " + failure.getSQLState() + " "
                            + String.valueOf(failure.getMessage()).replace('\n', ' ') + "\n");
                }
                out.print("\n");
                out.flush();
            }
            execution.physical().close();
        } catch (IOException | SQLException gone) {
            // The client has left; its session is closed.
        }
    }

    private void run(TextExecution execution, String sql, PrintWriter out) throws SQLException {
        Plan plan = plans.get(sql, execution.session());
        Outcome outcome = shards.runner().run(execution, plan);
        if (outcome instanceof Outcome.Written written) {
            out.print("count " + written.count() + "\n");
        } else if (outcome instanceof Outcome.Rows rows) {
            try (RowReader reader = shards.runner().read(rows)) {
                List<String> labels = reader.labels();
                out.print(String.join("\t", labels) + "\n");
                while (reader.next()) {
                    List<String> values = new ArrayList<>();
                    for (int i = 1; i <= labels.size(); i++) {
                        values.add(String.valueOf(reader.row().getString(i)));
                    }
                    out.print(String.join("\t", values) + "\n");
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
