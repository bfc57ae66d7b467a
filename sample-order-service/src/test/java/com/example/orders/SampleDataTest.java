package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.orders.country.Country;
import com.example.orders.country.CountryMapper;
import com.example.orders.order.OrderService;
import com.example.orders.order.StatusTotal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ActiveProfiles;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties =
                "orders.ds0.url=jdbc:h2:mem:seed;MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE")
@ActiveProfiles("jdbc")
class SampleDataTest {

    @Autowired
    SampleData sampleData;

    @Autowired
    SampleProperties properties;

    @Autowired
    CountryMapper countries;

    @Autowired
    OrderService orders;

    @Test
    void placesOrdersOfAllStatusesAndAgesAtTheFirstStartOnly() {
        sampleData.run(new DefaultApplicationArguments()); // the second time: the first was the start itself

        List<StatusTotal> totals = orders.totalsByStatus();
        assertThat(totals).hasSize(4).allMatch(total -> total.orders() > 30);
        assertThat(totals.stream().mapToLong(StatusTotal::orders).sum()).isEqualTo(300);
        assertThat(LongStream.rangeClosed(1, 50)
                        .map(user -> orders.findByUser(user, 0, 1).totalElements()))
                .containsOnly(6L);
        assertThat(orders.findByUser(1, 0, 100).content())
                .allMatch(order -> order.createdAt().isBefore(Instant.now()))
                .doesNotHaveDuplicates();
    }

    @Test
    void leavesCountriesToAnInstanceThatStartsAtTheSameTime() {
        List<Country> before = countries.findAll();

        new SampleData(properties, new BeforeTheOther(countries), orders, Clock.systemUTC())
                .run(new DefaultApplicationArguments());

        assertThat(countries.findAll()).isEqualTo(before).hasSize(8);
    }

    /** The view of an instance that looks for the countries before another instance has added them. */
    private record BeforeTheOther(CountryMapper countries) implements CountryMapper {
        @Override
        public List<Country> findAll() {
            return List.of();
        }

        @Override
        public long countByCode(String code) {
            return countries.countByCode(code);
        }

        @Override
        public void insert(Country country) {
            countries.insert(country);
        }
    }
}
