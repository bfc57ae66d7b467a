package com.example.orders;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the sample itself.
 *
 * @param seed whether to place some hundred orders at the first start, when there are none
 */
@ConfigurationProperties("sample")
record SampleProperties(@DefaultValue("true") boolean seed) {}
