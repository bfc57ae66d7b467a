package io.shardkit.sql.form;

import io.shardkit.sql.merge.MatchedMerge;
import io.shardkit.sql.text.SqlText;

/**
 * Gives the parser a MERGE that only changes the rows that it finds as what has its structure: {@code UPDATE t JOIN s ON
 * (...) SET ...} or {@code DELETE FROM t USING s WHERE (...)}.
 */
final class MergeSubstitutions {
    private final SqlText text;
    private final Substitutions forms;

    MergeSubstitutions(SqlText text, Substitutions forms) {
        this.text = text;
        this.forms = forms;
    }

    void apply() {
        MatchedMerge merge = MatchedMerge.of(text);
        if (merge == null) {
            return;
        }
        boolean update = text.is(merge.then() + 1, "UPDATE");
        forms.replace(0, update ? "UPDATE" : "DELETE FROM");
        forms.drop(1, 2);
        forms.replace(update ? merge.using() : merge.on(), update ? "JOIN" : "WHERE");
        forms.surround(merge.on() + 1, merge.when(), "(", ")");
        forms.drop(merge.when(), merge.when() + 2);
        if (merge.then() > merge.when() + 2) {
            // Rows that it leaves out count as matched, so that it must not narrow which rows are looked at.
            forms.surround(merge.when() + 3, merge.then(), "CASE WHEN (", ") THEN 1 END = 1");
        }
        forms.drop(merge.then(), merge.then() + 2);
    }
}
