package dev.nl2sql.pipeline;

import dev.nl2sql.catalog.Catalog;
import dev.nl2sql.catalog.SessionFacts;
import dev.nl2sql.catalog.ValueIndex;
import dev.nl2sql.glossary.Glossary;
import dev.nl2sql.glossary.Unavailable;
import dev.nl2sql.guard.TableRules;
import dev.nl2sql.language.TimeContext;
import dev.nl2sql.plan.Dialect;
import java.util.List;

/**
 * Everything a question can refer to, as the caller's session sees it.
 *
 * @param facts role, search path, zone and date of the session
 * @param dialect how its SQL is written
 * @param catalog the relations, the glossary's joins included, as far as its policies leave them to
 *     questions
 * @param rules what the policies put in place of relations that may be seen in part only
 * @param values stored values, loaded as they are asked for
 * @param glossary what the business means by its words
 * @param time today and the calendar conventions
 * @param unavailable what of the glossary is out of force, because the session does not see it
 */
record SessionView(
    SessionFacts facts,
    Dialect dialect,
    Catalog catalog,
    TableRules rules,
    ValueIndex values,
    Glossary glossary,
    TimeContext time,
    List<Unavailable> unavailable) {}
