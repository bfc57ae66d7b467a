package io.shardkit.dialect.h2;

import java.util.Set;

/**
 * The functions of H2 whose results depend on nothing but their arguments, as its manual lists them, beside those that
 * other databases have as well.
 */
final class H2Functions {
    /** In lower case; no alias can have the name of one of them. */
    static final Set<String> OF_ARGUMENTS = Set.of(
            """
            array_cat array_contains array_get array_max_cardinality array_slice bitcount bitget bitnand bitnor
            bitnot bitxnor compress cosh decrypt difference encrypt expand gcd hash iso_day_of_week iso_week
            iso_year lcm lshift ora_hash quote_ident rotateleft rotateright roundmagic rshift sinh stringdecode
            stringtoutf8 tanh trim_array truncate_value ulshift urshift utf8tostring xmlattr xmlcdata xmlcomment
            xmlnode xmlstartdoc xmltext zero"""
                    .trim()
                    .split("\\s+"));

    private H2Functions() {}
}
