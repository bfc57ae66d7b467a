package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A move between databases of PostgreSQL. */
final class PostgresqlMoveSql extends MoveSql {
    private static final Set<String> KEY_TYPES = Set.of(
            "smallint",
            "integer",
            "bigint",
            "numeric",
            "text",
            "character varying",
            "character",
            "uuid",
            "date",
            "timestamp without time zone",
            "timestamp with time zone",
            "bytea",
            "boolean",
            "name",
            "inet");

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** The table's row of the catalog. */
    private static final String TABLE = " FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace";

    private static final String NAMED = " WHERE n.nspname = current_schema() AND t.relname = ?";

    private static final String COLUMNS = "SELECT quote_ident(a.attname), format_type(a.atttypid, a.atttypmod)"
            + " || CASE WHEN a.attcollation <> y.typcollation THEN ' COLLATE ' || quote_ident(cn.nspname) || '.'"
            + " || quote_ident(co.collname) ELSE '' END || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END"
            + " || CASE a.attgenerated WHEN 's' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid)"
            + " || ') STORED' WHEN 'v' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') VIRTUAL'"
            + " ELSE '' END, CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END, a.attidentity,"
            + " q.deptype, ' AS ' || format_type(s.seqtypid, NULL) || ' INCREMENT BY ' || s.seqincrement || ' MINVALUE '"
            + " || s.seqmin || ' MAXVALUE ' || s.seqmax || ' START WITH ' || s.seqstart || ' CACHE ' || s.seqcache"
            + " || CASE WHEN s.seqcycle THEN ' CYCLE' ELSE ' NO CYCLE' END, col_description(t.oid, a.attnum), t.relname"
            + TABLE
            + " JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped"
            + " JOIN pg_type y ON y.oid = a.atttypid LEFT JOIN pg_collation co ON co.oid = a.attcollation"
            + " LEFT JOIN pg_namespace cn ON cn.oid = co.collnamespace"
            + " LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum"
            + " LEFT JOIN pg_depend q ON q.classid = 'pg_class'::regclass AND q.refclassid = 'pg_class'::regclass"
            + " AND q.refobjid = t.oid AND q.refobjsubid = a.attnum AND q.deptype IN ('a', 'i')"
            + " AND EXISTS (SELECT FROM pg_sequence e WHERE e.seqrelid = q.objid)"
            + " LEFT JOIN pg_sequence s ON s.seqrelid = q.objid" + NAMED + " ORDER BY a.attnum";

    private static final String CONSTRAINTS = "SELECT k.conname, pg_get_constraintdef(k.oid), k.contype::text,"
            + " CASE WHEN o.relnamespace = n.oid THEN o.relname END, t.relname" + TABLE
            + " JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype IN ('p', 'u', 'c', 'f')"
            + " LEFT JOIN pg_class o ON o.oid = k.confrelid" + NAMED
            + " ORDER BY k.contype, pg_get_constraintdef(k.oid), k.conname";

    private static final String INDEXES =
            "SELECT i.relname, x.indisunique::text, pg_get_indexdef(x.indexrelid), t.relname"
                    + TABLE
                    + " JOIN pg_index x ON x.indrelid = t.oid JOIN pg_class i ON i.oid = x.indexrelid" + NAMED
                    + " AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u'))";

    private static final String OPTIONS = "SELECT CASE t.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END,"
            + " COALESCE(' WITH (' || array_to_string(t.reloptions, ', ') || ')', ''), obj_description(t.oid, 'pg_class'),"
            + " t.relname" + TABLE + NAMED;

    private static final String NAME = "(?:\"(?:[^\"]|\"\")+\"|[^\" ,.()]+)";
    private static final String COLUMN_LIST = "\\(((?:PERIOD )?" + NAME + "(?:, (?:PERIOD )?" + NAME + ")*)\\)";
    private static final Pattern FOREIGN_KEY = Pattern.compile(
            "FOREIGN KEY " + COLUMN_LIST + " REFERENCES (?:" + NAME + "\\.)?" + NAME + COLUMN_LIST + "(.*)");

    private static final String UNCHECKED = " NOT VALID";

    private static final List<CheckQuestion> CHECKS = List.of(
            new CheckQuestion(
                    true,
                    true,
                    "SELECT CASE WHEN t.relkind = 'r' THEN 'a parent or child of other tables' WHEN t.relkind = 'p' THEN"
                            + " 'partitioned' ELSE 'not an ordinary table' END" + TABLE + NAMED
                            + " AND (t.relkind <> 'r' OR EXISTS (SELECT FROM pg_inherits h WHERE t.oid IN (h.inhrelid,"
                            + " h.inhparent)))",
                    "it is %s; only ordinary tables move"),
            new CheckQuestion(
                    true,
                    true,
                    "SELECT r.rulename" + TABLE + " JOIN pg_rewrite r ON r.ev_class = t.oid" + NAMED,
                    "the rule %s changes what statements on it do: drop the rule"),
            new CheckQuestion(
                    true,
                    true,
                    "SELECT p.polname" + TABLE + " JOIN pg_policy p ON p.polrelid = t.oid" + NAMED,
                    "the policy %s may hide rows from the move: drop the policy"),
            new CheckQuestion(
                    true,
                    "SELECT DISTINCT v.relname" + TABLE + " JOIN pg_depend d ON d.refobjid = t.oid"
                            + " AND d.classid = 'pg_rewrite'::regclass JOIN pg_rewrite r ON r.oid = d.objid"
                            + " JOIN pg_class v ON v.oid = r.ev_class AND v.oid <> t.oid" + NAMED,
                    "the view %s goes on to read and write it under its other name after the fence: drop the view, and"
                            + " create it anew at the target"),
            new CheckQuestion(
                    true,
                    true,
                    "SELECT a.attname, pg_get_expr(d.adbin, d.adrelid)" + TABLE
                            + " JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_attrdef d ON d.adrelid = t.oid"
                            + " AND d.adnum = a.attnum" + NAMED
                            + " AND pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval(%'"
                            + " AND NOT EXISTS (SELECT FROM pg_depend q WHERE q.refobjid = t.oid"
                            + " AND q.refobjsubid = a.attnum AND q.deptype = 'a'"
                            + " AND EXISTS (SELECT FROM pg_sequence e WHERE e.seqrelid = q.objid))",
                    "the default of column %s, %s, takes numbers from a sequence that does not belong to the column:"
                            + " ALTER SEQUENCE .. OWNED BY the column"),
            new CheckQuestion(
                    true,
                    "SELECT pg_get_userbyid(t.relowner)" + TABLE + NAMED + " AND NOT pg_has_role(t.relowner, 'USAGE')",
                    "it belongs to %s, and only its owner may rename it: ALTER TABLE .. OWNER TO"),
            new CheckQuestion(
                    false,
                    "SELECT t.relacl::text" + TABLE + NAMED + " AND t.relacl IS NOT NULL",
                    "the rights %s are not copied: grant them at the target"),
            new CheckQuestion(
                    false,
                    "SELECT p.proname" + TABLE + " JOIN pg_proc p ON p.pronamespace = n.oid AND p.prokind IN ('f', 'p')"
                            + " AND position(t.relname in p.prosrc) > 0" + NAMED + " AND p.proname NOT LIKE 'sk\\_%'",
                    "the routine %s seems to name it, and fails once the table is away"));

    PostgresqlMoveSql() {
        super(Dialect.POSTGRESQL, KEY_TYPES);
    }

    @Override
    List<String> prepare(Connection connection, int seconds) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("TimeZone", "UTC");
        settings.put("DateStyle", "ISO, YMD");
        settings.put("IntervalStyle", "postgres");
        settings.put("extra_float_digits", "3");
        settings.put("bytea_output", "hex");
        settings.put("lc_monetary", "C");
        settings.put("lock_timeout", "1s");
        // A process that was stopped holds nothing for long.
        settings.put("idle_in_transaction_session_timeout", "10s");
        settings.put("statement_timeout", seconds + "s");
        settings.put("default_transaction_isolation", "read committed");
        List<String> names = List.copyOf(settings.keySet());
        String former = names.stream()
                .map(name -> "current_setting('" + name + "')")
                .collect(Collectors.joining(", ", "SELECT ", " OFFSET 0"));
        // The former values are read first: a query with OFFSET is not merged into the one around it.
        List<String> both = row(
                connection,
                "SELECT former.*, " + assignments(names, List.copyOf(settings.values())) + " FROM (" + former
                        + ") AS former");
        return List.of("SELECT " + assignments(names, both.subList(0, names.size())));
    }

    private static String assignments(List<String> names, List<String> values) {
        List<String> each = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            each.add("set_config('" + names.get(i) + "', '" + values.get(i).replace("'", "''") + "', false)");
        }
        return String.join(", ", each);
    }

    @Override
    boolean isTransient(SQLException failure) {
        return super.isTransient(failure) || LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
    }

    @Override
    void bindText(PreparedStatement statement, int index, Column column, String value) throws SQLException {
        statement.setObject(index, value, Types.OTHER);
    }

    @Override
    boolean comparesRows() {
        return true;
    }

    @Override
    String overriding() {
        return " OVERRIDING SYSTEM VALUE";
    }

    /** Returns the answers about each table, whose name is the last column. */
    private Map<String, List<List<@Nullable String>>> ask(
            MoveStatements connection, TablePlace place, List<String> tables, String query) throws SQLException {
        String marks = String.join(", ", Collections.nCopies(tables.size(), "?"));
        String ofAll = query.replace("t.relname = ?", "t.relname IN (" + marks + ")");
        Map<String, List<List<@Nullable String>>> answers = new HashMap<>();
        connection
                .rows(dialect().inSchema(ofAll, place.schema()), statement -> set(statement, tables), row -> {
                    List<@Nullable String> values = new ArrayList<>();
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        values.add(row.getString(i));
                    }
                    return values;
                })
                .forEach(each -> answers.computeIfAbsent(
                                String.valueOf(each.get(each.size() - 1)), any -> new ArrayList<>())
                        .add(each));
        return answers;
    }

    @Override
    TableStructure structure(MoveStatements connection, TablePlace place, String table) throws SQLException {
        return structures(connection, place, List.of(table)).get(0);
    }

    @Override
    List<TableStructure> structures(MoveStatements connection, TablePlace place, List<String> tables)
            throws SQLException {
        Map<String, List<List<@Nullable String>>> columns = ask(connection, place, tables, COLUMNS);
        Map<String, List<List<@Nullable String>>> options = ask(connection, place, tables, OPTIONS);
        Map<String, List<List<@Nullable String>>> constraints = ask(connection, place, tables, CONSTRAINTS);
        Map<String, List<List<@Nullable String>>> indexes = ask(connection, place, tables, INDEXES);
        List<TableStructure> structures = new ArrayList<>();
        for (String each : tables) {
            List<List<@Nullable String>> own = options.get(each);
            if (own == null) {
                throw new SQLException("There is no table " + place.declared(each));
            }
            structures.add(structure(
                    columns.getOrDefault(each, List.of()),
                    own.get(0),
                    constraints.getOrDefault(each, List.of()),
                    indexes.getOrDefault(each, List.of())));
        }
        return structures;
    }

    private TableStructure structure(
            List<List<@Nullable String>> columnRows,
            List<@Nullable String> options,
            List<List<@Nullable String>> constraints,
            List<List<@Nullable String>> indexRows)
            throws SQLException {
        List<String> lines = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (List<@Nullable String> each : columnRows) {
            column(each, lines, columns, before, after);
        }
        lines.add(options.get(0) + "TABLE" + options.get(1));
        List<String> statements = new ArrayList<>(before);
        statements.add("CREATE " + options.get(0) + "TABLE " + TableStructure.TABLE + " (" + String.join(", ", columns)
                + ")" + options.get(1));
        statements.addAll(after);
        String comment = options.get(2);
        if (comment != null) {
            statements.add("COMMENT ON TABLE " + TableStructure.TABLE + " IS "
                    + dialect().literal(comment));
        }
        List<ForeignKey> foreignKeys = new ArrayList<>();
        for (List<@Nullable String> each : constraints) {
            if ("f".equals(each.get(2))) {
                foreignKeys.add(foreignKey(each));
                continue;
            }
            lines.add(String.valueOf(each.get(1)));
            statements.add("ALTER TABLE " + TableStructure.TABLE + " ADD"
                    + TableStructure.optionalName(" CONSTRAINT", String.valueOf(each.get(0))) + " " + each.get(1));
        }
        List<String> indexes = new ArrayList<>();
        for (List<@Nullable String> each : indexRows) {
            String definition = String.valueOf(each.get(2));
            int afterName = definition.indexOf(String.valueOf(each.get(0)));
            String rest = definition.substring(definition.indexOf(" USING ", afterName));
            String kind = "true".equals(each.get(1)) ? "UNIQUE INDEX" : "INDEX";
            indexes.add(kind + rest);
            statements.add("CREATE " + kind + TableStructure.optionalName("", String.valueOf(each.get(0))) + " ON "
                    + TableStructure.TABLE + rest);
        }
        indexes.sort(null);
        lines.addAll(indexes);
        return new TableStructure(lines, statements, foreignKeys);
    }

    private void column(
            List<@Nullable String> each,
            List<String> lines,
            List<String> columns,
            List<String> before,
            List<String> after) {
        String name = String.valueOf(each.get(0));
        String definition = String.valueOf(each.get(1));
        String expression = each.get(2);
        String identity = String.valueOf(each.get(3));
        String sequence = String.valueOf(each.get(5));
        if (!identity.isEmpty()) {
            String words = " GENERATED " + (identity.equals("a") ? "ALWAYS" : "BY DEFAULT") + " AS IDENTITY";
            lines.add(name + " " + definition + words + sequence);
            columns.add(name + " " + definition + words + " ("
                    + sequence.replaceFirst("^ AS \\w+", "").strip() + ")");
        } else if (expression != null && "a".equals(each.get(4)) && expression.startsWith("nextval(")) {
            // Named for the temporary table, as no other one can be.
            String counter = TableStructure.NAME + "_s" + columns.size() + "\"";
            lines.add(name + " " + definition + " DEFAULT nextval" + sequence);
            before.add("CREATE SEQUENCE " + counter + sequence);
            columns.add(name + " " + definition + " DEFAULT nextval('" + counter + "')");
            after.add("ALTER SEQUENCE " + counter + " OWNED BY " + TableStructure.TABLE + "." + name);
        } else {
            String all = name + " " + definition + (expression == null ? "" : " DEFAULT " + expression);
            lines.add(all);
            columns.add(all);
        }
        String comment = each.get(6);
        if (comment != null) {
            after.add("COMMENT ON COLUMN " + TableStructure.TABLE + "." + name + " IS "
                    + dialect().literal(comment));
        }
    }

    @Override
    List<ForeignKey> foreignKeys(MoveStatements connection, TablePlace place, String table) throws SQLException {
        List<ForeignKey> keys = new ArrayList<>();
        for (List<@Nullable String> each :
                ask(connection, place, List.of(table), CONSTRAINTS).getOrDefault(table, List.of())) {
            if ("f".equals(each.get(2))) {
                keys.add(foreignKey(each));
            }
        }
        return keys;
    }

    private static ForeignKey foreignKey(List<@Nullable String> constraint) throws SQLException {
        String name = String.valueOf(constraint.get(0));
        Matcher parts = FOREIGN_KEY.matcher(String.valueOf(constraint.get(1)));
        if (!parts.matches()) {
            throw new SQLException("The foreign key " + name + " is of an unknown kind: " + constraint.get(1));
        }
        String rest = parts.group(3);
        return new ForeignKey(
                name,
                parts.group(1),
                constraint.get(3),
                parts.group(2),
                rest.replace(UNCHECKED, ""),
                !rest.contains(UNCHECKED) && !rest.contains("NOT ENFORCED"));
    }

    @Override
    List<Referrer> referrers(MoveStatements connection, TablePlace place, String table) throws SQLException {
        return connection.rows(
                dialect()
                        .inSchema(
                                "SELECT k.conname, CASE WHEN o.relnamespace = n.oid THEN o.relname END" + TABLE
                                        + " JOIN pg_constraint k ON k.confrelid = t.oid AND k.contype = 'f'"
                                        + " JOIN pg_class o ON o.oid = k.conrelid" + NAMED,
                                place.schema()),
                statement -> statement.setString(1, table),
                row -> new Referrer(row.getString(1), row.getString(2)));
    }

    @Override
    void addForeignKey(MoveStatements connection, String table, ForeignKey key, boolean generated, String parent)
            throws SQLException {
        connection.execute("ALTER TABLE " + table + " ADD CONSTRAINT "
                + dialect().quoted(key.name()) + " " + key.definition(parent) + UNCHECKED);
    }

    /** Indexes share their names with tables; those of a constraint have its name. */
    @Override
    Set<String> namesInUse(MoveStatements connection, TablePlace place) throws SQLException {
        return Set.copyOf(connection.rows(
                dialect()
                        .inSchema(
                                "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                                        + " WHERE n.nspname = current_schema()",
                                place.schema()),
                statement -> {},
                row -> row.getString(1)));
    }

    @Override
    String journalColumns() {
        return "entry BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                + " made_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()";
    }

    @Override
    Set<String> triggerNames(TableMove move) {
        String key = move.key();
        return Set.of(key + "_i", key + "_u", key + "_d", key + "_t");
    }

    @Override
    String triggersQuery() {
        return "SELECT g.tgname" + TABLE + " JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal" + NAMED;
    }

    /** A function for each event, as a trigger for several ones cannot have the tables of its rows. */
    @Override
    List<String> triggers(MoveStatements source, MovedTable table) {
        TableMove move = table.move();
        String into = "INSERT INTO " + table.journal() + " (" + table.journalNames() + ")";
        String ofNew = " SELECT " + table.keyIn("n") + " FROM shardkit_new n"
                + (table.hasKeyless() ? " WHERE " + table.isKeyed("n") : "");
        String ofOld = " SELECT " + table.keyIn("o") + " FROM shardkit_old o"
                + (table.hasKeyless() ? " WHERE " + table.isKeyed("o") : "");
        String newRows = "NEW TABLE AS shardkit_new";
        String oldRows = "OLD TABLE AS shardkit_old";
        List<String> statements = new ArrayList<>();
        add(statements, move, table, "i", "INSERT", " REFERENCING " + newRows, into + ofNew);
        add(statements, move, table, "d", "DELETE", " REFERENCING " + oldRows, into + ofOld);
        add(
                statements,
                move,
                table,
                "u",
                "UPDATE",
                " REFERENCING " + oldRows + " " + newRows,
                into + ofNew + " UNION" + ofOld);
        add(statements, move, table, "t", "TRUNCATE", "", "INSERT INTO " + table.journal() + " DEFAULT VALUES");
        return statements;
    }

    /** The rights of the function are those of the one who made the journal, which the writers need not have. */
    private void add(
            List<String> statements,
            TableMove move,
            MovedTable table,
            String suffix,
            String event,
            String rows,
            String body) {
        String function = move.source().quoted(dialect(), move.key() + "_" + suffix);
        statements.add("CREATE OR REPLACE FUNCTION " + function + "() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER"
                + " SET search_path FROM CURRENT AS $shardkit$ BEGIN " + body + "; RETURN NULL; END $shardkit$");
        statements.add(
                "DROP TRIGGER IF EXISTS " + dialect().quoted(move.key() + "_" + suffix) + " ON " + table.source());
        statements.add("CREATE TRIGGER " + dialect().quoted(move.key() + "_" + suffix) + " AFTER " + event + " ON "
                + table.source() + rows + " FOR EACH STATEMENT EXECUTE FUNCTION " + function + "()");
    }

    @Override
    List<String> triggerDrops(TableMove move, @Nullable String table) {
        List<String> drops = new ArrayList<>();
        for (String name : triggerNames(move)) {
            if (table != null) {
                drops.add("DROP TRIGGER IF EXISTS " + dialect().quoted(name) + " ON " + table);
            }
            drops.add("DROP FUNCTION IF EXISTS " + move.source().quoted(dialect(), name) + "()");
        }
        return drops;
    }

    @Override
    void rename(MoveStatements connection, TablePlace place, List<Renaming> renamings) throws SQLException {
        // One statement: a process that stops between two would hold the tables until it goes on.
        String all = renamings.stream()
                .map(each -> "ALTER TABLE " + place.quoted(dialect(), each.from()) + " RENAME TO "
                        + dialect().quoted(each.to()) + "; ")
                .collect(Collectors.joining("", "BEGIN ", "END"));
        connection.execute("DO " + dialect().literal(all));
    }

    @Override
    void lockForReaders(MoveStatements connection, List<String> tables) throws SQLException {
        connection.begin();
        connection.execute("LOCK TABLE " + String.join(", ", tables) + " IN SHARE MODE");
    }

    @Override
    List<String> holderQueries(String table) {
        String named = dialect().literal(table);
        return List.of(
                "SELECT 'session ' || a.pid || ' of ' || COALESCE(a.usename, '?') || ' holds ' || l.mode || ', '"
                        + " || COALESCE(a.state, '?') || ' since ' || a.state_change || ', last: '"
                        + " || left(COALESCE(a.query, ''), 100) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation"
                        + " JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.granted AND a.pid <> pg_backend_pid()"
                        + " AND a.datname = current_database() AND c.relname = " + named,
                "SELECT 'the prepared transaction ' || gid || ' of ' || owner || ' since ' || prepared"
                        + " FROM pg_prepared_xacts WHERE database = current_database()");
    }

    @Override
    String snapshotsQuery() {
        return "SELECT 'session ' || pid || ' of ' || usename || ' has a transaction open since ' || xact_start"
                + " FROM pg_stat_activity WHERE backend_xmin IS NOT NULL AND backend_type = 'client backend'"
                + " AND datname = current_database() AND pid <> pg_backend_pid()";
    }

    @Override
    List<CheckQuestion> checks() {
        return CHECKS;
    }

    @Override
    String neededQuery() {
        return "SELECT a.attname" + TABLE + " JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0" + NAMED
                + " AND NOT a.attisdropped AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''";
    }

    @Override
    String sizeQuery() {
        return "SELECT GREATEST(t.reltuples, 0)::bigint, pg_total_relation_size(t.oid)" + TABLE + NAMED;
    }

    @Override
    List<String> trials(TableMove move) {
        String one = move.key() + "_v";
        String other = move.key() + "_w";
        return List.of(
                "CREATE TABLE " + one + " (id INT NOT NULL PRIMARY KEY)",
                "CREATE FUNCTION " + one + "() RETURNS trigger LANGUAGE plpgsql AS $shardkit$ BEGIN RETURN NULL; END"
                        + " $shardkit$",
                "CREATE TRIGGER " + one + " AFTER INSERT ON " + one + " FOR EACH STATEMENT EXECUTE FUNCTION " + one
                        + "()",
                "ALTER TABLE " + one + " RENAME TO " + other,
                "DROP TABLE " + other,
                "DROP FUNCTION " + one + "()");
    }

    @Override
    @Nullable String advice(SQLException failure) {
        return "GRANT CREATE, USAGE ON SCHEMA, and USAGE ON LANGUAGE plpgsql";
    }

    /** The journal has a trigger for it. */
    @Override
    String incarnation(MoveStatements source, TablePlace place, String table) {
        return "journal";
    }

    @Override
    String truncationAdvice() {
        return "";
    }

    @Override
    List<String> counters(MoveStatements source, MoveStatements target, MovedTable table, int number)
            throws SQLException {
        List<String> statements = new ArrayList<>();
        for (Column column : table.columns()) {
            String name = dialect().literal(column.reportedName());
            String own = source.first(
                    "SELECT pg_get_serial_sequence(" + dialect().literal(table.source()) + ", " + name + ")");
            if (own != null) {
                String counter = target.first(
                        "SELECT pg_get_serial_sequence(" + dialect().literal(table.target(number)) + ", " + name + ")");
                if (counter == null) {
                    // The column of an altered table need not be counted any more.
                    continue;
                }
                String last = source.first("SELECT last_value FROM " + own);
                String called = source.first("SELECT is_called FROM " + own);
                // Another source of the same target may have counted further.
                statements.add(String.format(
                        Locale.ROOT,
                        "SELECT setval('%1$s', %2$s, '%3$s') FROM %1$s c JOIN pg_sequence s ON s.seqrelid ="
                                + " '%1$s'::regclass WHERE CASE WHEN s.seqincrement > 0"
                                + " THEN (%2$s, '%3$s'::boolean) > (c.last_value, c.is_called)"
                                + " ELSE (c.last_value, '%3$s'::boolean) > (%2$s, c.is_called) END",
                        counter,
                        last,
                        called));
            }
        }
        return statements;
    }
}
