package io.shardkit.differential.contract;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(names = "H2")
class SessionTest extends SessionContract {}
