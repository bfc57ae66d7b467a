package io.shardkit.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A file of names that applications write down, such as error codes and properties. Each line is a name; a line that
 * begins with {@code #} says since which version the names after it exist. A name in the file must stay, and a new one
 * must be added: {@code -Dshardkit.names.write=true} adds new names at the end and removes none.
 *
 * @param file the file
 */
public record PublishedNames(Path file) {

    /**
     * Compares names with those of the file.
     *
     * @throws AssertionError if a name of the file is gone, or if the file lacks one
     */
    public void areKept(Collection<String> names) throws IOException {
        Set<String> known = known();
        List<String> added = new ArrayList<>(new TreeSet<>(names));
        added.removeAll(known);
        if (Boolean.getBoolean("shardkit.names.write") && !added.isEmpty()) {
            List<String> lines = new ArrayList<>(Files.readAllLines(file));
            lines.addAll(added);
            Files.write(file, lines);
            known.addAll(added);
            added.clear();
        }
        Set<String> lost = new TreeSet<>(known);
        lost.removeAll(names);
        if (!lost.isEmpty()) {
            throw new AssertionError(
                    "These names of " + file + " are gone: " + lost + ". Applications use them: keep each,"
                            + " deprecated if need be. Only a name that no release has had may be taken from the file by hand.");
        }
        if (!added.isEmpty()) {
            throw new AssertionError(
                    file + " lacks these names: " + added + ". From the next release on they stay: if they"
                            + " are the right ones, add them by running this test with -Dshardkit.names.write=true.");
        }
    }

    private Set<String> known() throws IOException {
        Set<String> known = new TreeSet<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#")) {
                known.add(line);
            }
        }
        return known;
    }
}
