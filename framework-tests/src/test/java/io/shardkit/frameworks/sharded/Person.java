package io.shardkit.frameworks.sharded;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Table;

/** Of a class whose subclasses have tables of their own. */
@Entity(name = "Person")
@Table(name = "t_person")
@Inheritance(strategy = InheritanceType.JOINED)
class Person {
    @Id
    private long id;

    private String name = "";

    protected Person() {}

    Person(long id, String name) {
        this.id = id;
        this.name = name;
    }

    String name() {
        return name;
    }
}
