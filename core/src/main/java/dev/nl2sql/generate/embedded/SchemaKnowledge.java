package dev.nl2sql.generate.embedded;

import dev.nl2sql.link.SchemaLexicon;

/**
 * What is known of a catalog, made once for it.
 *
 * @param lexicon its names
 * @param graph its references
 */
record SchemaKnowledge(SchemaLexicon lexicon, JoinGraph graph) {}
