package com.example.orders.order;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.util.List;

/**
 * An order to be placed. The upper bounds together keep its total within the column's twelve digits.
 *
 * @param countryCode two capital letters, as in ISO 3166-1
 */
public record NewOrder(
        @Schema(example = "7") @NotNull @Positive Long userId,
        @Schema(example = "DE") @NotNull @Pattern(regexp = "[A-Z]{2}", message = "must be two capital letters") String countryCode,
        @NotEmpty @Size(max = 50) List<@NotNull @Valid Item> items) {

    /** One position of the order. */
    public record Item(
            @Schema(example = "Tea")
                    @NotBlank @Size(max = 100) @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters") String product,
            @Schema(example = "2") @NotNull @Positive @Max(1000) Integer quantity,
            @Schema(example = "4.50") @NotNull @PositiveOrZero @Digits(integer = 5, fraction = 2) BigDecimal unitPrice) {

        BigDecimal amount() {
            return unitPrice.multiply(BigDecimal.valueOf(quantity));
        }
    }

    BigDecimal totalAmount() {
        return items.stream().map(Item::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
