package io.shardkit.differential.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Column;
import io.shardkit.differential.Answer.Count;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Answer.Rows;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Tally;
import io.shardkit.differential.Verdict;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.FailedAlike;
import io.shardkit.differential.Verdict.Refused;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.corpus.Corpus;
import io.shardkit.differential.corpus.CorpusCase;
import io.shardkit.differential.fixture.Dataset;
import io.shardkit.differential.fixture.Loader;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The harness itself: two unsharded databases are equal in its eyes, and each kind of fault is seen. */
class HarnessTest {
    private static final List<HikariDataSource> DATABASES = new ArrayList<>();

    /** A fault put into a right answer; null where it would change nothing. */
    enum Defect {
        LOST_ROW(rows -> rows.rows().isEmpty()
                ? null
                : with(rows, rows.rows().subList(1, rows.rows().size()))),
        DOUBLED_ROW(rows -> {
            if (rows.rows().isEmpty()) {
                return null;
            }
            List<List<@Nullable Object>> more = new ArrayList<>(rows.rows());
            more.add(more.get(0));
            return with(rows, more);
        }),
        OTHER_CLASS(rows -> replaced(rows, value -> value instanceof Integer i ? Long.valueOf(i) : value)),
        COUNT_AS_DECIMAL(rows -> replaced(rows, value -> value instanceof Long l ? BigDecimal.valueOf(l) : value)),
        OTHER_SCALE(rows -> replaced(rows, value -> value instanceof BigDecimal d ? d.setScale(d.scale() + 1) : value)),
        OTHER_CASE(rows -> replaced(rows, value -> "a".equals(value) ? "A" : value)),
        VALUE_FOR_NULL(rows -> replaced(rows, value -> value == null ? Integer.valueOf(0) : value)),
        NULL_FOR_VALUE(rows -> replaced(rows, value -> null)),
        OTHER_LABEL(rows -> new Rows(
                rows.columns().stream()
                        .map(column -> new Column(column.label() + "_0", column.type(), column.found()))
                        .toList(),
                rows.rows())),
        OTHER_TYPE(rows -> new Rows(
                rows.columns().stream()
                        .map(column -> new Column(column.label(), column.type() + 1, column.found()))
                        .toList(),
                rows.rows())),
        HIDDEN_COLUMN_SHOWN(rows -> {
            List<Column> columns = new ArrayList<>(rows.columns());
            columns.add(columns.get(0));
            return new Rows(columns, rows.rows());
        });

        private final UnaryOperator<@Nullable Rows> fault;

        Defect(UnaryOperator<@Nullable Rows> fault) {
            this.fault = fault;
        }

        private static Rows with(Rows rows, List<List<@Nullable Object>> others) {
            return new Rows(rows.columns(), others);
        }

        private static @Nullable Rows replaced(Rows rows, UnaryOperator<@Nullable Object> change) {
            List<List<@Nullable Object>> changed = new ArrayList<>();
            for (List<@Nullable Object> row : rows.rows()) {
                List<@Nullable Object> copy = new ArrayList<>();
                for (Object value : row) {
                    copy.add(change.apply(value));
                }
                changed.add(copy);
            }
            return changed.equals(rows.rows()) ? null : with(rows, changed);
        }
    }

    @BeforeAll
    static void load() throws SQLException {
        for (String name : List.of("one", "other")) {
            HikariDataSource database = TestDatabase.H2.create(name);
            Loader.loadWhole(TestDatabase.H2, database, Dataset.rows());
            DATABASES.add(database);
        }
    }

    @AfterAll
    static void close() {
        DATABASES.forEach(HikariDataSource::close);
        DATABASES.clear();
    }

    @Test
    void twoUnshardedDatabasesAreEqual() throws SQLException {
        Tally tally = new Tally();
        for (CorpusCase each : queries()) {
            Answer expected = answer(0, each.sql());
            Verdict verdict = Verdict.of(expected, answer(1, each.sql()), each.ordering());
            tally.add(verdict, expected, 0);
            assertThat(verdict).as(each.toString()).isNotInstanceOf(Wrong.class);
        }
        assertThat(tally.equal()).isGreaterThan(400);
        assertThat(tally.nonEmpty()).isGreaterThan(350);
    }

    @ParameterizedTest
    @EnumSource
    void aDefectIsSeen(Defect defect) throws SQLException {
        int applied = 0;
        for (CorpusCase each : queries()) {
            if (answer(0, each.sql()) instanceof Rows rows && !each.ordering().cut()) {
                Rows faulty = defect.fault.apply(rows);
                if (faulty != null) {
                    applied++;
                    assertThat(Verdict.of(rows, faulty, each.ordering()))
                            .as(each.toString())
                            .isInstanceOf(Wrong.class);
                }
            }
        }
        assertThat(applied).isGreaterThan(20);
    }

    @Test
    void swappedRowsAreSeenWhereTheOrderIsTotal() throws SQLException {
        int applied = 0;
        for (CorpusCase each : queries()) {
            if (each.ordering().total()
                    && answer(0, each.sql()) instanceof Rows rows
                    && rows.rows().size() > 1) {
                List<List<@Nullable Object>> swapped = new ArrayList<>(rows.rows());
                java.util.Collections.swap(swapped, 0, swapped.size() - 1);
                if (!swapped.equals(rows.rows())) {
                    applied++;
                    assertThat(Verdict.of(rows, new Rows(rows.columns(), swapped), each.ordering()))
                            .as(each.toString())
                            .isInstanceOf(Wrong.class);
                }
            }
        }
        assertThat(applied).isGreaterThan(50);
    }

    @Test
    void failuresAreToldApart() {
        Answer rows = new Rows(List.of(), List.of());
        Answer syntax = new Failure(new SQLException("syntax", "42001"));
        assertThat(Verdict.of(rows, new Failure(new NullPointerException()), Ordering.NONE))
                .isInstanceOf(Wrong.class);
        assertThat(Verdict.of(syntax, new Failure(new NullPointerException()), Ordering.NONE))
                .isInstanceOf(Wrong.class);
        assertThat(Verdict.of(rows, syntax, Ordering.NONE)).isInstanceOf(Wrong.class);
        assertThat(Verdict.of(syntax, rows, Ordering.NONE)).isInstanceOf(Wrong.class);
        assertThat(Verdict.of(syntax, new Failure(new SQLException("duplicate", "23505")), Ordering.NONE))
                .isInstanceOf(Wrong.class);
        assertThat(Verdict.of(syntax, new Failure(new SQLException("other", "42S02")), Ordering.NONE))
                .isInstanceOf(FailedAlike.class);
        assertThat(Verdict.of(new Count(2), new Count(1), Ordering.NONE)).isInstanceOf(Wrong.class);
        assertThat(Verdict.of(new Count(2), new Count(2), Ordering.NONE)).isInstanceOf(Equal.class);
    }

    @Test
    void onlyCodesOfRefusalAreRefusals() {
        Answer rows = new Rows(List.of(), List.of());
        assertThat(Verdict.of(rows, new Failure(ShardingExceptions.of(ErrorCode.UNLINKED_JOIN, "")), Ordering.NONE))
                .isEqualTo(new Refused(ErrorCode.UNLINKED_JOIN));
        assertThat(Verdict.of(rows, new Failure(ShardingExceptions.of(ErrorCode.SCHEMA_DRIFT, "")), Ordering.NONE))
                .isInstanceOf(Wrong.class);
        assertThat(Verdict.of(rows, new Failure(ShardingExceptions.of(ErrorCode.CLOSED, "")), Ordering.NONE))
                .isInstanceOf(Wrong.class);
    }

    /** The corpus must tell an engine that merges nothing from one that is right. */
    @Test
    void aNaiveScatterIsCaught() throws SQLException {
        List<HikariDataSource> shards = new ArrayList<>();
        try {
            for (int source = 0; source < Topology.H2_2X2.sources(); source++) {
                shards.add(TestDatabase.H2.create("naive" + source));
            }
            Loader.loadSharded(Topology.H2_2X2, shards, Dataset.rows());
            NaiveScatter naive = new NaiveScatter(Topology.H2_2X2, shards);
            Set<String> caught = new TreeSet<>();
            for (CorpusCase each : queries()) {
                Answer expected = answer(0, each.sql());
                Answer actual = naive.query(each.sql());
                if (actual instanceof Rows && Verdict.of(expected, actual, each.ordering()) instanceof Wrong) {
                    caught.add(each.toString());
                }
            }
            System.out.println("a naive scatter is caught by " + caught.size() + " cases");
            assertThat(caught)
                    .hasSizeGreaterThan(150)
                    .contains(
                            "aggregates: count-star",
                            "aggregates: avg-amt",
                            "aggregates: having-count",
                            "aggregates: having-count-one",
                            "aggregates: count-distinct",
                            "aggregates: distinct-column",
                            "aggregates: group-order-by-count-limit",
                            "aggregates: row-number",
                            "joins: not-linked-other-column",
                            "joins: broadcast-left-sharded",
                            "joins: broadcast-left-sharded-count",
                            "joins: self-other-column",
                            "subqueries: union",
                            "subqueries: greater-than-average",
                            "subqueries: not-in-not-linked",
                            "subqueries: page-count-group",
                            "subqueries: broadcast-not-exists-sharded",
                            "order-limit: limit",
                            "order-limit: limit-offset",
                            "order-limit: nulls-last",
                            "order-limit: by-a",
                            "routing: broadcast-table");
        } finally {
            shards.forEach(HikariDataSource::close);
        }
    }

    private static List<CorpusCase> queries() {
        return Corpus.load(TestDatabase.H2).stream()
                .filter(each -> each.sql().isQuery())
                .toList();
    }

    private static Answer answer(int database, Sql sql) throws SQLException {
        try (Connection connection = DATABASES.get(database).getConnection()) {
            return Answer.of(connection, sql);
        }
    }
}
