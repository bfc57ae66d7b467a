package io.shardkit.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.facts.ReplicaRules.Source;
import io.shardkit.execute.RowOrigin.Bond;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Servers that replicate one another are known by what they say, and others are not taken for them. */
class RowOriginTest {
    private static final Source OF_ONE = new Source("1:3306", "10.0.0.1", true);

    private static RowOrigin server(int id, String host, @Nullable List<Source> sources) {
        return new RowOrigin("shop", id + ":3306", false, host, sources, "", "");
    }

    private static RowOrigin at(String written, String applied, @Nullable List<Source> sources) {
        return new RowOrigin("shop", "1:3306", false, "", sources, written, applied);
    }

    private static void assertBond(RowOrigin one, RowOrigin other, Bond bond) {
        assertThat(one.bond(other)).isEqualTo(bond);
        assertThat(other.bond(one)).isEqualTo(bond);
    }

    @Test
    void aReplicaOfTheOther() {
        RowOrigin primary = server(1, "10.0.0.1", List.of());
        assertBond(primary, server(2, "10.0.0.2", List.of(OF_ONE)), Bond.SURE);
        assertBond(primary, server(2, "10.0.0.2", List.of(new Source("7:3306", "10.0.0.7", true), OF_ONE)), Bond.SURE);
        assertBond(primary, server(2, "10.0.0.2", List.of(new Source("1:3306", "10.0.0.1", false))), Bond.POSSIBLE);
        assertBond(primary, server(2, "10.0.0.2", List.of(new Source("1:3307", "10.0.0.1", true))), Bond.NONE);
        assertBond(primary, server(2, "10.0.0.2", List.of()), Bond.NONE);
    }

    /** Servers of different clusters are often numbered alike. */
    @Test
    void aReplicaOfAServerWithTheSameNumber() {
        RowOrigin replica = server(2, "10.0.0.2", List.of(OF_ONE));
        assertBond(server(1, "10.0.0.5", List.of()), replica, Bond.POSSIBLE);
        assertBond(server(1, "", List.of()), replica, Bond.POSSIBLE);
        assertBond(server(3, "10.0.0.3", List.of(new Source("1:3306", "10.0.0.5", true))), replica, Bond.NONE);
    }

    @Test
    void replicasOfOneServer() {
        assertBond(server(2, "10.0.0.2", List.of(OF_ONE)), server(3, "10.0.0.3", List.of(OF_ONE)), Bond.SURE);
        Source part = new Source("1:3306", "10.0.0.1", false);
        assertBond(server(2, "10.0.0.2", List.of(part)), server(3, "10.0.0.3", List.of(OF_ONE)), Bond.POSSIBLE);
    }

    @Test
    void whatIsLocalIsOnTheReplicasOwnHost() {
        Source local = new Source("1:3306", "127.0.0.1", true);
        assertBond(server(1, "10.0.0.1", List.of()), server(2, "10.0.0.1", List.of(local)), Bond.SURE);
        assertBond(server(1, "10.0.0.1", List.of()), server(2, "10.0.0.2", List.of(local)), Bond.POSSIBLE);
        assertBond(server(4, "10.0.0.1", List.of(local)), server(2, "10.0.0.2", List.of(local)), Bond.NONE);
    }

    @Test
    void namesThatNoOtherServerHas() {
        RowOrigin primary = new RowOrigin("shop", "uuid", true, "db.example", List.of(), "", "");
        List<Source> sources = List.of(new Source("uuid", "10.0.0.1", true));
        assertBond(primary, new RowOrigin("shop", "other", true, "", sources, "", ""), Bond.SURE);
        assertBond(primary, new RowOrigin("stock", "other", true, "", sources, "", ""), Bond.NONE);
    }

    /** To a user without the right to see the state of a replica, only positions tell. */
    @Test
    void positionsWhereStatesAreNotTold() {
        assertBond(at("0-1-9", "", null), at("", "0-1-9", null), Bond.POSSIBLE);
        assertBond(at("", "0-1-9", null), at("", "0-1-9", null), Bond.POSSIBLE);
        assertBond(at("0-1-9", "", List.of()), at("", "0-1-9", List.of()), Bond.NONE);
        assertBond(at("0-1-9", "", null), at("", "0-1-7", null), Bond.NONE);
        // Two new servers on which the same scripts ran.
        assertBond(at("0-1-9", "", null), at("0-1-9", "", null), Bond.NONE);
        assertBond(at("", "", null), at("", "", null), Bond.NONE);
    }
}
