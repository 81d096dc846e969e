/** Speed of the wrapper against the real driver in the same run, and of a warm question. */
package dev.nl2sql.eval.benchmark;
