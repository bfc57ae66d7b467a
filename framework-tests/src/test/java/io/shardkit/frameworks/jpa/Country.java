package io.shardkit.frameworks.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Of a broadcast table. */
@Entity
@Table(name = "t_country")
public class Country {
    @Id
    @Column(length = 2)
    private String code = "";

    private String name = "";

    protected Country() {}

    public Country(String code, String name) {
        this.code = code;
        this.name = name;
    }

    public String name() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }
}
