package io.shardkit.dialect.facts;

/**
 * A column of a temporary table that takes copies of rows.
 *
 * @param name as the database writes it
 * @param typeName the database's name of its type
 * @param definition its type, length and collation
 * @param nullable whether it may hold NULL
 * @param indexed whether rows are looked up by it
 * @param invisible whether only statements that name it see it
 */
public record CopiedColumn(
        String name, String typeName, String definition, boolean nullable, boolean indexed, boolean invisible) {}
