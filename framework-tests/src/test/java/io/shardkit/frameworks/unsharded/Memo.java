package io.shardkit.frameworks.unsharded;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/** A row of a table that is not sharded, with a number of the provider's choice. */
@Entity
class Memo {
    @Id
    @GeneratedValue
    private @Nullable Long id;

    private String text = "";

    protected Memo() {}

    Memo(String text) {
        this.text = text;
    }

    @Nullable Long id() {
        return id;
    }

    String text() {
        return text;
    }
}
