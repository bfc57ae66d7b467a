package io.shardkit.frameworks.slices;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Of a table that is sharded by its key. */
@Entity
@Table(name = "t_note")
class Note {
    @Id
    private long id;

    private String title = "";

    protected Note() {}

    Note(long id, String title) {
        this.id = id;
        this.title = title;
    }

    String title() {
        return title;
    }
}
