package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.move.MoveState;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands that the pages show run as they stand, those of the page about them one after another. */
class AdminPageTest {
    private static final String START = "java -jar sharding-admin.jar ";
    private static final String ID = "m7k2x";

    private static List<String> commands(String page) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("../docs", page))) {
            return lines.filter(line -> line.startsWith(START))
                    .map(line -> line.substring(START.length()))
                    .toList();
        }
    }

    /** The file that the page shows. */
    private static String wantedRule() throws IOException {
        String page = Files.readString(Path.of("../docs/admin.md"));
        int begin = page.indexOf("```yaml\n", page.indexOf("`next.yml`")) + "```yaml\n".length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    @Test
    void commandsOfThePageRunInTheirOrder() throws Exception {
        try (AdminShop shop = new AdminShop(TestDatabase.H2).filled()) {
            shop.start();
            Commands commands = new Commands(shop.file());
            Path next = Files.createTempFile("next", ".yml");
            Files.writeString(next, wantedRule());
            String id = ID;
            for (String line : commands("admin.md")) {
                int status = commands.run(line.replace(ID, id)
                        .replace("next.yml", next.toString())
                        .split(" "));
                assertThat(status).as(line + "\n" + commands.said()).isEqualTo(Exit.DONE);
                if (commands.out().contains(" begins.")) {
                    id = commands.begun();
                }
            }
        }
    }

    /** Words, of which those with blanks are in quotes. */
    private static String[] words(String line) {
        return Pattern.compile("\"([^\"]*)\"|(\\S+)")
                .matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toArray(String[]::new);
    }

    @Test
    void commandsOfOtherPagesCanBeRead() throws IOException {
        for (String page : List.of(
                "growing.md",
                "sample.md",
                "verification.md",
                "transactions.md",
                "lookups.md",
                "restore-points.md",
                "analytics.md")) {
            for (String line : commands(page)) {
                CommandLine read = new ShardingAdmin(new Commands(null).terminal()).commandLine();
                assertThat(read.parseArgs(words(line)).hasSubcommand()).as(line).isTrue();
            }
        }
    }

    @Test
    void fieldsOfAMoveAreThoseOfThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/admin.md"));
        String row = page.lines()
                .filter(line -> line.startsWith("| `move` |"))
                .findFirst()
                .orElseThrow();
        List<String> fields = Arrays.stream(MoveState.class.getRecordComponents())
                .map(component -> "`" + component.getName() + "`")
                .toList();
        assertThat(row).isEqualTo("| `move` | " + String.join(", ", fields) + " |");
    }
}
