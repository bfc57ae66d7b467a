package io.shardkit.loadtest;

/** What is asked of the service; each is the work of one unit, a single database and table. */
enum Operation {
    READ("read by key"),
    UPDATE("change status"),
    CREATE("create"),
    MIX("mix");

    /** What the mix is made of, one after the other. */
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

    /** What the so-manieth call of this operation does: the same sequence for all, so that all do equal work. */
    Operation at(long call) {
        return this == MIX ? OF_TEN[(int) (call % OF_TEN.length)] : this;
    }
}
