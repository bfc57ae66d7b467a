package io.shardkit.jta;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(names = "H2")
class JtaTest extends JtaContract {}
