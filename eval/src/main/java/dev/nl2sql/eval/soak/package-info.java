/** Many threads on one data source, disturbed at random: no wrong answer and nothing left open. */
package dev.nl2sql.eval.soak;
