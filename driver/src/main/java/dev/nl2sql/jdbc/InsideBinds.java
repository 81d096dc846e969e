package dev.nl2sql.jdbc;

import dev.nl2sql.pipeline.AskRequest;
import dev.nl2sql.pipeline.InsideRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Gives the values of a statement, in order, to its own text and to the questions in it. */
final class InsideBinds {
  private final List<Optional<Object>> values;
  private int next;

  InsideBinds(List<Optional<Object>> values) {
    this.values = List.copyOf(values);
  }

  /** A question with its values. */
  record Bound(Command.Ask ask, List<Optional<Object>> binds) {}

  InsideRequest request(Command.Inside inside, Function<Bound, AskRequest> asking) {
    List<InsideRequest.Part> parts = new ArrayList<>();
    List<AskRequest> questions = new ArrayList<>();
    for (int i = 0; i < inside.parts().size(); i++) {
      Command.Inside.Part part = inside.parts().get(i);
      parts.add(new InsideRequest.Part(part.sql(), take(part.parameters())));
      if (i < inside.questions().size()) {
        Command.Ask ask = inside.questions().get(i);
        questions.add(asking.apply(new Bound(ask, take(ask.parameters()))));
      }
    }
    InsideRequest.Use use =
        inside.whole() == TablePlaces.Whole.QUERY
            ? InsideRequest.Use.QUERY
            : InsideRequest.Use.FILLING;
    return new InsideRequest(parts, questions, use);
  }

  /** A plain statement has no values, whatever its text looks like. */
  private List<Optional<Object>> take(int count) {
    int end = Math.min(values.size(), next + count);
    List<Optional<Object>> taken = values.subList(next, end);
    next = end;
    return taken;
  }
}
