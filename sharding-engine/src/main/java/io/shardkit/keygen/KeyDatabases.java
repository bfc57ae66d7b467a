package io.shardkit.keygen;

import java.util.List;
import javax.sql.DataSource;

/** The databases in which generators may keep what several processes have to agree on. Thread-safe. */
public interface KeyDatabases {

    /** The names of the data sources; the first one is used where a setting names none. */
    List<String> names();

    /** The pool of one of {@link #names()}. Connections of it are of the generator alone, and short transactions. */
    DataSource named(String name);
}
