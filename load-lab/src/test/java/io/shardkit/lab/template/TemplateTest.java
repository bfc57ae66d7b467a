package io.shardkit.lab.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
    private static Set<String> made(String text) {
        Template template = Template.of(text);
        Random random = new Random(1);
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < 2_000; i++) {
            all.add(template.make(i, random));
        }
        return all;
    }

    @Test
    void makesNumbers() {
        assertThat(made("${int(1-100)}")).hasSize(100).contains("1", "100");
        assertThat(made("${int(10,999)}")).containsExactly("10", "999");
        assertThat(made("a${int(7)}b")).containsExactly("a7b");
    }

    @Test
    void makesWords() {
        assertThat(made("${enum(A,B)}")).containsExactly("A", "B");
        assertThat(made("${enum(0000,0001)}")).containsExactly("0000", "0001");
    }

    @Test
    void makesCharacters() {
        assertThat(made("${char([a-f,0-9]8:8)}")).allMatch(text -> text.matches("[a-f0-9]{8}"));
        assertThat(made("${char([x]1:3)}")).containsExactly("x", "xx", "xxx");
        assertThat(made("${char([a-b])}")).allMatch(text -> text.matches("[ab]{1,256}"));
    }

    @Test
    void makesDates() {
        assertThat(made("${date(yyyyMMdd-[2014-2015]y)}"))
                .allMatch(text -> text.matches("201[45](0[1-9]|1[0-2])([0-2]\\d|3[01])"));
        assertThat(made("${date(yyyyMMddHHmmssSSS-[2014-2015]y)}")).allMatch(text -> text.matches("201[45]\\d{13}"));
        assertThat(made("${date(yyyy-MM-dd HH [2014-2015]y-[2-2]M-[1-31]d-[7-21]H)}"))
                .allMatch(text -> text.matches("201[45]-02-[0-2]\\d (0[7-9]|1\\d|2[01])"));
        // A bracket is missing, as in an example of that tool.
        assertThat(made("'${date(yyyyMMddHH-[2014-2015]y}'")).allMatch(text -> text.matches("'201[45]\\d{6}'"));
    }

    @Test
    void makesPhoneNumbers() {
        assertThat(made("${phone(139-189)}")).allMatch(text -> text.matches("1[3-8]\\d{9}"));
    }

    @Test
    void takesTheIdFromTheCaller() {
        assertThat(Template.of("(${id}, ${id})").make(7, new Random(1))).isEqualTo("(7, 7)");
    }

    @Test
    void leavesOtherTextAlone() {
        assertThat(Template.of("a $ { } $b").make(7, new Random(1))).isEqualTo("a $ { } $b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${int(1-100)",
                "${float(1-2)}",
                "${int(a)}",
                "${int(9-1)}",
                "${char(8:8)}",
                "${char([z-a]1:1)}",
                "${enum()}",
                "${phone(x)}",
                "${date(yyyyMMdd-[2014]y)}",
                "${date(jj)}",
                "${name}"
            })
    void refusesWhatItDoesNotKnow(String text) {
        assertThatThrownBy(() -> Template.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsFiles() {
        Properties properties = new Properties();
        properties.setProperty("table", "opp_call");
        properties.setProperty("sql", "insert into opp_call values (${int(1-9)})");
        properties.setProperty("total", "1000");

        TemplateFile file = TemplateFile.of(properties, "a file");

        assertThat(file.table()).isEqualTo("opp_call");
        assertThat(file.batch()).isEqualTo(100);
        assertThat(file.autocommit()).isFalse();
        assertThat(file.sql().make(0, new Random(1))).matches("insert into opp_call values \\([1-9]\\)");
    }

    @Test
    void wantsTableAndSql() {
        assertThatThrownBy(() -> TemplateFile.of(new Properties(), "a file")).hasMessage("a file has no table");
    }
}
