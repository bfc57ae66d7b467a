package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyTest {

    @Test
    void namesTablesAsTheRulesDo() {
        assertThat(new Topology(1, 1).rules(""))
                .contains("actual-data-nodes: ds0.t_order\n", "ds0: { url: \"${orders.ds0.url}\"");
        assertThat(new Topology(4, 1).rules(""))
                .contains("actual-data-nodes: ds{0..3}.t_order_item\n", "sharding-count: 4");
        assertThat(new Topology(2, 4).rules(", hikari: { maximum-pool-size: 16 }"))
                .contains(
                        "actual-data-nodes: ds{0..1}.t_order_{0..3}\n",
                        "password}\", hikari: { maximum-pool-size: 16 } }")
                .doesNotContain("ds2");
        assertThat(new Topology(1, 1).suffixes()).containsExactly("");
        assertThat(new Topology(2, 2).suffixes()).containsExactly("_0", "_1");
    }

    /** The same places for the peer: its expressions are Groovy's. */
    @Test
    void tellsThePeerTheSame() {
        Topology topology = new Topology(2, 4);
        PeerRules rules = new PeerRules(
                topology,
                List.of(new PhysicalTables.Location("ds0", "jdbc:mariadb://h/d", "root", "x", topology.suffixes())),
                16);

        assertThat(rules.yaml())
                .contains("actualDataNodes: ds0.t_order_item_0,ds0.t_order_item_1,")
                .contains("ds${user_id % 2}", "t_order_${Math.abs(order_id.hashCode() % 4)}")
                .contains("jdbcUrl: \"jdbc:mariadb://h/d\"", "maximumPoolSize: 16");
    }

    /** Whatever the number of databases, the lowest bits of the first orders' ids are the database of their user. */
    @Test
    void findsTheFirstOrdersByTheirIdsAlone() {
        for (int databases : new int[] {1, 2, 4}) {
            Topology topology = new Topology(databases, 2);
            assertThat(Orders.first(500).all()).allSatisfy(key -> assertThat(Math.floorMod(key.orderId(), databases))
                    .isEqualTo(topology.database(key.userId())));
        }
    }

    @Test
    void saysItselfInWords() {
        assertThat(new Topology(1, 1).title()).isEqualTo("1 database, 1 table");
        assertThat(new Topology(2, 4).title()).isEqualTo("2 databases, 4 tables each");
        assertThat(new Topology(2, 4).name()).isEqualTo("2x4");
    }
}
