package io.shardkit.dialect.mysql;

import java.util.HashSet;
import java.util.Set;

/**
 * The functions of MySQL and MariaDB whose results depend on nothing but their arguments, as their manuals list them,
 * beside those that other databases have as well. The one may have a user's function with the name that the other has.
 */
final class MysqlFunctions {
    private static final String SHARED =
            """
            aes_decrypt aes_encrypt charset coercibility collation compress export_set extractvalue
            format_pico_time inet6_aton inet6_ntoa interval is_ipv4 is_ipv4_compat is_ipv4_mapped is_ipv6 json_merge
            json_overlaps json_pretty json_schema_valid make_set name_const uncompress uncompressed_length
            updatexml""";

    private static final String ONLY_MYSQL =
            """
            bin_to_uuid distance format_bytes is_uuid json_schema_validation_report string_to_vector uuid_to_bin
            vector_dim vector_to_string""";

    private static final String ONLY_MARIADB =
            """
            add_months column_add column_check column_create column_delete column_exists column_get column_json
            column_list concat_operator_oracle crc32c decode_histogram decode_oracle json_array_intersect
            json_detailed json_equals json_key_value json_loose json_normalize json_object_filter_keys
            json_object_to_array kdf lengthb lpad_oracle ltrim_oracle natural_sort_key old_password password
            replace_oracle rpad_oracle rtrim_oracle sformat substr_oracle trim_oracle vec_distance
            vec_distance_cosine vec_distance_euclidean vec_fromtext vec_totext""";

    private static final String GEOMETRIES =
            """
            geometrycollection linestring mbrcontains mbrcoveredby mbrcovers mbrdisjoint mbrequal mbrequals
            mbrintersects mbroverlaps mbrtouches mbrwithin multilinestring multipoint multipolygon point polygon
            st_area st_asbinary st_asgeojson st_astext st_aswkb st_aswkt st_boundary st_buffer st_buffer_strategy
            st_centroid st_contains st_convexhull st_crosses st_difference st_dimension st_disjoint st_distance
            st_distance_sphere st_endpoint st_envelope st_equals st_exteriorring st_frechetdistance st_geohash
            st_geomcollfromtext st_geomcollfromwkb st_geometryfromtext st_geometryfromwkb st_geometryn
            st_geometrytype st_geomfromgeojson st_geomfromtext st_geomfromwkb st_hausdorffdistance
            st_interiorringn st_intersection st_intersects st_isclosed st_isempty st_isring st_issimple st_isvalid
            st_latfromgeohash st_latitude st_length st_linefromtext st_linefromwkb st_lineinterpolatepoint
            st_lineinterpolatepoints st_longfromgeohash st_longitude st_makeenvelope st_mlinefromtext
            st_mlinefromwkb st_mpointfromtext st_mpointfromwkb st_mpolyfromtext st_mpolyfromwkb
            st_numgeometries st_numinteriorring st_numinteriorrings st_numpoints st_overlaps st_pointatdistance
            st_pointfromgeohash st_pointfromtext st_pointfromwkb st_pointn st_pointonsurface st_polyfromtext
            st_polyfromwkb st_relate st_simplify st_srid st_startpoint st_swapxy st_symdifference st_touches
            st_transform st_union st_validate st_within st_x st_y""";

    /** In lower case. */
    static final Set<String> OF_MYSQL = named(SHARED, ONLY_MYSQL, GEOMETRIES);

    /** In lower case. */
    static final Set<String> OF_MARIADB = named(SHARED, ONLY_MARIADB, GEOMETRIES);

    private MysqlFunctions() {}

    private static Set<String> named(String... lists) {
        Set<String> names = new HashSet<>();
        for (String list : lists) {
            names.addAll(Set.of(list.trim().split("\\s+")));
        }
        return Set.copyOf(names);
    }
}
