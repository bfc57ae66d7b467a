package io.shardkit.loadtest;

/** An operation that the load asks of the service; each is the work of one unit, a single database and table. */
enum Operation {
    READ("read by key"),
    UPDATE("change status"),
    CREATE("create"),
    MIX("mix");

    /** The operations of the mix, one after the other. */
    private static final Operation[] OF_TEN = {READ, READ, READ, READ, UPDATE, READ, READ, READ, READ, CREATE};

    private final String title;

    Operation(String title) {
        this.title = title;
    }

    static Operation named(String name) {
        for (Operation each : values()) {
            if (each.name().equalsIgnoreCase(name.strip())) {
                return each;
            }
        }
        throw new IllegalArgumentException("an operation is read, update, create or mix, not \"" + name + "\"");
    }

    String title() {
        return title;
    }

    /** Returns the operation of the nth call: the same sequence for all services, so that all do equal work. */
    Operation at(long call) {
        return this == MIX ? OF_TEN[(int) (call % OF_TEN.length)] : this;
    }
}
