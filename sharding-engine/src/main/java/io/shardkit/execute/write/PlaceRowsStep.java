package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.gather.PlacedKeys;
import io.shardkit.execute.gather.PlacingStatements;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.Calls.Counts;
import io.shardkit.plan.gather.GatheredInsert;
import java.sql.SQLException;
import java.util.List;

/** Makes the rows of an INSERT by its query, and writes them where they belong. */
record PlaceRowsStep(GatheredWriter gathered) {

    <R, T> T run(GatheredInsert insert, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        return run.answers()
                .counted(
                        ErrorCode.INSERT_FORM,
                        "INSERT ... SELECT with RETURNING into several actual tables",
                        answers -> placed(insert, answers));
    }

    private Written placed(GatheredInsert insert, Answers<WrittenPart, Written> answers) throws SQLException {
        KeyRequest request =
                insert.placement().keyColumn() == null ? answers.execution().keys() : KeyRequest.NONE;
        PlacedKeys placed = request.wanted() ? new PlacedKeys(request) : null;
        GatheredWriter.Inserted inserted = gathered.run(
                answers.execution().session(),
                insert,
                answers.parameters(),
                placed == null ? PlacingStatements.PLAIN : placed,
                answers.execution().settings().queryTimeout());
        Counts counts = insert.placement().table() == null ? Counts.SAME : Counts.SUM;
        List<Object> keys = inserted.generatedKeys();
        return new Written(
                inserted.counts().isEmpty() ? 0 : UpdateCounts.combine(inserted.counts(), counts),
                keys,
                keys.isEmpty() ? null : keys.get(0),
                placed == null ? null : placed.source());
    }
}
