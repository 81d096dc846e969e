package dev.nl2sql.demo;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Rows of the demo shop. Drawn from a fixed seed, with a few customers made to differ, so that
 * every reading of every ambiguous term gives other rows.
 */
record ShopData(
    List<Object[]> customers,
    List<Object[]> products,
    List<Object[]> orders,
    List<Object[]> items,
    List<Object[]> payments) {

  /** A line of the product list. */
  record Product(String name, String category, BigDecimal price) {
    static Product parse(String line) {
      String[] parts = line.split(",");
      return new Product(parts[0], parts[1], new BigDecimal(parts[2]));
    }
  }

  private static final LocalDate START = ShopDatabase.AS_OF.minusYears(3);
  private static final int CUSTOMERS = 300;
  private static final int ORDERS = 3_870;
  private static final List<String> CITIES =
      List.of("Mumbai", "Delhi", "Bengaluru", "Chennai", "Kolkata", "Hyderabad", "Pune", "Jaipur");
  private static final List<String> METHODS = List.of("card", "upi", "paypal", "cash");
  private static final List<String> FIRST_NAMES =
      List.of(
          "Aarav", "Diya", "Vihaan", "Ananya", "Arjun", "Ishita", "Kabir", "Meera", "Rohan",
          "Saanvi", "Nikhil", "Priya", "Rahul", "Sneha", "Vikram", "Tara", "Dev", "Leela", "Karan",
          "Nisha");
  private static final List<String> LAST_NAMES =
      List.of(
          "Sharma", "Patel", "Reddy", "Iyer", "Nair", "Singh", "Gupta", "Mehta", "Joshi", "Bose",
          "Kapoor", "Desai", "Rao", "Menon", "Chopra", "Verma");

  /** Customers who bought as guests before they signed up, in the month of the as-of date. */
  private static final int LATE_SIGNUPS = 6;

  /** Buys seldom, but for much. */
  private static final int BULK_BUYER = 12;

  /** Orders twice on each of its days. */
  private static final int DOUBLE_BUYER = 25;

  /** Orders on more days than anybody. */
  private static final int STEADY_BUYER = 58;

  static ShopData generate(List<Product> products) {
    return new Generator(products).generate();
  }

  /** Draws the rows in a fixed order. */
  private static final class Generator {
    private final Random random = new Random(20261015L);
    private final List<Product> catalog;
    private final LocalDate[] joined = new LocalDate[CUSTOMERS + 1];
    private final List<Object[]> customers = new ArrayList<>();
    private final List<Object[]> orders = new ArrayList<>();
    private final List<Object[]> items = new ArrayList<>();
    private final List<Object[]> payments = new ArrayList<>();

    /** An order before it has a number. */
    private record Draft(LocalDate date, int customer, double bigness) {}

    Generator(List<Product> catalog) {
      this.catalog = catalog;
    }

    ShopData generate() {
      drawCustomers();
      List<Draft> drafts = new ArrayList<>();
      drawOrdinary(drafts);
      drawSpecial(drafts);
      drafts.sort(java.util.Comparator.comparing(Draft::date));
      drafts.forEach(this::addOrder);
      return new ShopData(customers, products(), orders, items, payments);
    }

    private void drawCustomers() {
      long days = ChronoUnit.DAYS.between(START, ShopDatabase.AS_OF);
      for (int id = 1; id <= CUSTOMERS; id++) {
        String first = FIRST_NAMES.get((id - 1) % FIRST_NAMES.size());
        String last = LAST_NAMES.get((id - 1) / FIRST_NAMES.size());
        joined[id] = START.plusDays((long) (days * Math.pow(random.nextDouble(), 1.3)));
        LocalDate signup = joined[id].plusDays(random.nextInt(80) - 40L);
        if (id > CUSTOMERS - LATE_SIGNUPS) {
          signup = ShopDatabase.AS_OF.minusDays(CUSTOMERS - id);
        }
        customers.add(
            new Object[] {
              id,
              first + " " + last,
              (first + "." + last).toLowerCase(java.util.Locale.ROOT) + "@example.org",
              CITIES.get(random.nextInt(CITIES.size())),
              signup.isAfter(ShopDatabase.AS_OF) ? ShopDatabase.AS_OF : signup
            });
      }
    }

    private List<Object[]> products() {
      List<Object[]> rows = new ArrayList<>();
      for (Product product : catalog) {
        rows.add(
            new Object[] {rows.size() + 1, product.name(), product.category(), product.price()});
      }
      return rows;
    }

    /** Orders spread evenly over the days, by customers who have joined by then. */
    private void drawOrdinary(List<Draft> drafts) {
      long days = ChronoUnit.DAYS.between(START, ShopDatabase.AS_OF) + 1;
      for (int i = 0; i < ORDERS; i++) {
        LocalDate date = START.plusDays(i * days / ORDERS);
        drafts.add(new Draft(date, customer(date), random.nextDouble()));
      }
    }

    private int customer(LocalDate date) {
      while (true) {
        int id = 1 + random.nextInt(CUSTOMERS);
        boolean orders = id % 17 != 0 && !isSpecial(id);
        boolean stillThere = random.nextInt(3) > 0 || id % 3 != 0;
        if (orders && stillThere && !joined[id].isAfter(date)) {
          return id;
        }
      }
    }

    private static boolean isSpecial(int id) {
      return id == BULK_BUYER || id == DOUBLE_BUYER || id == STEADY_BUYER;
    }

    private void drawSpecial(List<Draft> drafts) {
      for (int i = 0; i < 22; i++) {
        drafts.add(new Draft(ShopDatabase.AS_OF.minusDays(20 + i * 40L), BULK_BUYER, 2.0));
      }
      for (int i = 0; i < 30; i++) {
        LocalDate date = ShopDatabase.AS_OF.minusDays(9 + i * 31L);
        drafts.add(new Draft(date, DOUBLE_BUYER, 0.1));
        drafts.add(new Draft(date, DOUBLE_BUYER, 0.1));
      }
      for (int i = 0; i < 48; i++) {
        drafts.add(new Draft(ShopDatabase.AS_OF.minusDays(4 + i * 19L), STEADY_BUYER, 0.2));
      }
    }

    private void addOrder(Draft draft) {
      int orderId = orders.size() + 1;
      BigDecimal total = BigDecimal.ZERO;
      int lines = draft.bigness() > 1 ? 4 : 1 + random.nextInt(3);
      for (int line = 0; line < lines; line++) {
        int product = product(draft.bigness());
        BigDecimal price = catalog.get(product).price();
        int quantity = quantity(catalog.get(product));
        items.add(new Object[] {items.size() + 1, orderId, product + 1, quantity, price});
        total = total.add(price.multiply(BigDecimal.valueOf(quantity)));
      }
      String status = status(draft);
      orders.add(new Object[] {orderId, draft.customer(), draft.date(), status, total});
      addPayment(orderId, draft.date(), status, total);
    }

    /** Dear products belong to big orders; small orders hold books, toys and clothes. */
    private int product(double bigness) {
      if (bigness > 1) {
        return 3 + random.nextInt(3);
      }
      return bigness > 0.85
          ? random.nextInt(catalog.size())
          : 6 + random.nextInt(catalog.size() - 6);
    }

    private int quantity(Product product) {
      boolean cheap = product.price().compareTo(BigDecimal.valueOf(40)) < 0;
      return cheap ? 1 + random.nextInt(4) : 1 + random.nextInt(2);
    }

    private String status(Draft draft) {
      boolean neverKept = draft.customer() % 41 == 0;
      if (neverKept || !isSpecial(draft.customer()) && random.nextInt(100) < 14) {
        return "canceled";
      }
      long age = ChronoUnit.DAYS.between(draft.date(), ShopDatabase.AS_OF);
      if (age < 4) {
        return "processing";
      }
      return age < 12 ? "shipped" : "delivered";
    }

    /** Orders in processing are not paid yet; some canceled orders were paid before. */
    private void addPayment(int orderId, LocalDate date, String status, BigDecimal total) {
      boolean paid = status.equals("canceled") ? orderId % 3 == 0 : !status.equals("processing");
      if (paid) {
        payments.add(
            new Object[] {
              payments.size() + 1,
              orderId,
              METHODS.get((int) (METHODS.size() * Math.pow(random.nextDouble(), 1.5))),
              total,
              date.atTime(8 + random.nextInt(12), random.nextInt(60))
            });
      }
    }
  }
}
