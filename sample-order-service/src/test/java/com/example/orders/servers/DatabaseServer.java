package com.example.orders.servers;

/** A running database server on a free port of the loopback interface. Safe for use by many threads. */
public interface DatabaseServer extends AutoCloseable {

    /** The JDBC URL of one of the databases that the server was started with. */
    String url(String database);

    /** A user who may do everything in these databases. */
    String username();

    /** The user's password. */
    String password();

    /** Stops the server, and does nothing the second time; its files go when the JVM exits. */
    @Override
    void close();
}
