package io.shardkit.conformance;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class ConformanceIT extends ConformanceSuite {}
