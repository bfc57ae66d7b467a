package com.example.orders.country;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Countries")
class CountryController {

    private final CountryMapper countries;

    CountryController(CountryMapper countries) {
        this.countries = countries;
    }

    @GetMapping("/countries")
    @Operation(summary = "All countries that orders are shipped to")
    List<Country> findAll() {
        return countries.findAll();
    }
}
