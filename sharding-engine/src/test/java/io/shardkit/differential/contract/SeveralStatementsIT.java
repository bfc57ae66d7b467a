package io.shardkit.differential.contract;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class SeveralStatementsIT extends SeveralStatementsContract {}
