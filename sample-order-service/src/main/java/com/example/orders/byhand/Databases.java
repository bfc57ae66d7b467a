package com.example.orders.byhand;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.mybatis.spring.SqlSessionTemplate;

/**
 * The databases, and where an order lies in them: that of its user, and there the table of its id. These are the rules
 * that the profile {@code sharding} has in {@code application.yml}; both profiles may work on the same rows.
 */
public final class Databases {

    private final List<DataSource> pools;
    private final List<SqlSessionTemplate> sessions;
    private final CommitOneByOne transactions;
    private final int tables;

    /**
     * @param tables of each kind in each database
     */
    Databases(List<DataSource> pools, List<SqlSessionTemplate> sessions, CommitOneByOne transactions, int tables) {
        this.pools = List.copyOf(pools);
        this.sessions = List.copyOf(sessions);
        this.transactions = transactions;
        this.tables = tables;
    }

    /** Returns the number of databases. */
    public int count() {
        return pools.size();
    }

    /** The database of a user's orders. */
    public int ofUser(long userId) {
        return Math.floorMod(userId, pools.size());
    }

    /** The database of an order, which its id holds. */
    public int ofOrder(long orderId) {
        return (int) (orderId & (pools.size() - 1));
    }

    /** The ending of the name of an order's table: a number, or nothing where there is one table. */
    public String table(long orderId) {
        return ending(Math.abs(Long.hashCode(orderId) % tables), tables);
    }

    /** The endings of the names of all tables. */
    public List<String> tables() {
        return IntStream.range(0, tables)
                .mapToObj(table -> ending(table, tables))
                .toList();
    }

    private static String ending(int table, int tables) {
        return tables == 1 ? "" : "_" + table;
    }

    /** A mapper's statements on each database. */
    public <M> List<M> mappers(Class<M> type) {
        return sessions.stream()
                .map(session -> {
                    if (!session.getConfiguration().hasMapper(type)) {
                        session.getConfiguration().addMapper(type);
                    }
                    return session.getMapper(type);
                })
                .toList();
    }

    /** To be called before a statement: within a transaction the database takes part in it from now on. */
    public void enter(int database) {
        transactions.join(pools.get(database));
    }

    /** The database to read from what all have: one that takes part in the transaction already, otherwise any. */
    public int any() {
        DataSource joined = transactions.joined();
        return joined == null ? ThreadLocalRandom.current().nextInt(pools.size()) : pools.indexOf(joined);
    }

    /** Returns the answer of each database, in their order. */
    public <M, T> List<T> askAll(List<M> mappers, Function<M, T> question) {
        return IntStream.range(0, count())
                .mapToObj(database -> {
                    enter(database);
                    return question.apply(mappers.get(database));
                })
                .toList();
    }
}
