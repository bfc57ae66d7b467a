package io.shardkit.conformance;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(names = "H2")
class ConformanceTest extends ConformanceSuite {}
