package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.execute.driver.Warnings;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {

    private static SQLWarning chain(String... messages) {
        SQLWarning first = new SQLWarning(messages[0], "01000", 7);
        for (int i = 1; i < messages.length; i++) {
            first.setNextWarning(new SQLWarning(messages[i]));
        }
        return first;
    }

    private static List<String> messages(SQLWarning first) {
        List<String> messages = new ArrayList<>();
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            messages.add(warning.getMessage());
        }
        return messages;
    }

    @Test
    void oneChainIsTheDriversOwn() {
        Warnings warnings = new Warnings();
        assertThat((Object) warnings.first()).isNull();
        SQLWarning own = chain("a", "b");
        warnings.add(null);
        warnings.add(own);
        assertThat((Object) warnings.first()).isSameAs(own);
    }

    @Test
    void severalAreOneChainAndStayAsTheyWere() {
        Warnings warnings = new Warnings();
        SQLWarning first = chain("a", "b");
        SQLWarning second = chain("c");
        warnings.add(first);
        warnings.add(second);
        warnings.add(chain("d", "e"));
        assertThat(messages(warnings.first())).containsExactly("a", "b", "c", "d", "e");
        assertThat(warnings.first().getErrorCode()).isEqualTo(7);
        assertThat(messages(first)).containsExactly("a", "b");
        assertThat(messages(second)).containsExactly("c");
    }
}
