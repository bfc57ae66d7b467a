package io.shardkit.frameworks.sharded;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** In two tables, which are bound. */
@Entity(name = "Customer")
@Table(name = "t_customer")
class Customer extends Person {
    private int credit;

    protected Customer() {}

    Customer(long id, String name, int credit) {
        super(id, name);
        this.credit = credit;
    }

    int credit() {
        return credit;
    }
}
