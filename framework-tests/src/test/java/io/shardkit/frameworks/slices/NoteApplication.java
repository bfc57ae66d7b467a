package io.shardkit.frameworks.slices;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class NoteApplication {}
