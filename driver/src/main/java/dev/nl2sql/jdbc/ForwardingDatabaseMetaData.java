package dev.nl2sql.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;

/** Forwards every call to the real metadata. */
@SuppressWarnings("deprecation")
abstract class ForwardingDatabaseMetaData implements DatabaseMetaData {
  final DatabaseMetaData real;
  final ConnectionGate gate;

  ForwardingDatabaseMetaData(DatabaseMetaData real, ConnectionGate gate) {
    this.real = real;
    this.gate = gate;
  }

  @Override
  public boolean allProceduresAreCallable() throws SQLException {
    gate.enter();
    try {
      return real.allProceduresAreCallable();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean allTablesAreSelectable() throws SQLException {
    gate.enter();
    try {
      return real.allTablesAreSelectable();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean autoCommitFailureClosesAllResultSets() throws SQLException {
    gate.enter();
    try {
      return real.autoCommitFailureClosesAllResultSets();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean dataDefinitionCausesTransactionCommit() throws SQLException {
    gate.enter();
    try {
      return real.dataDefinitionCausesTransactionCommit();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean dataDefinitionIgnoredInTransactions() throws SQLException {
    gate.enter();
    try {
      return real.dataDefinitionIgnoredInTransactions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean deletesAreDetected(int number) throws SQLException {
    gate.enter();
    try {
      return real.deletesAreDetected(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean doesMaxRowSizeIncludeBlobs() throws SQLException {
    gate.enter();
    try {
      return real.doesMaxRowSizeIncludeBlobs();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean generatedKeyAlwaysReturned() throws SQLException {
    gate.enter();
    try {
      return real.generatedKeyAlwaysReturned();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getAttributes(String text, String text2, String text3, String text4)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getAttributes(text, text2, text3, text4));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String text, String text2, String text3, int number, boolean flag) throws SQLException {
    gate.enter();
    try {
      return rows(real.getBestRowIdentifier(text, text2, text3, number, flag));
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getCatalogSeparator() throws SQLException {
    gate.enter();
    try {
      return real.getCatalogSeparator();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getCatalogTerm() throws SQLException {
    gate.enter();
    try {
      return real.getCatalogTerm();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    gate.enter();
    try {
      return rows(real.getCatalogs());
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    gate.enter();
    try {
      return rows(real.getClientInfoProperties());
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getColumnPrivileges(String text, String text2, String text3, String text4)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getColumnPrivileges(text, text2, text3, text4));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getColumns(String text, String text2, String text3, String text4)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getColumns(text, text2, text3, text4));
    } finally {
      gate.leave();
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return real.getConnection();
  }

  @Override
  public ResultSet getCrossReference(
      String text, String text2, String text3, String text4, String text5, String text6)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getCrossReference(text, text2, text3, text4, text5, text6));
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getDatabaseMajorVersion() throws SQLException {
    gate.enter();
    try {
      return real.getDatabaseMajorVersion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getDatabaseMinorVersion() throws SQLException {
    gate.enter();
    try {
      return real.getDatabaseMinorVersion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getDatabaseProductName() throws SQLException {
    gate.enter();
    try {
      return real.getDatabaseProductName();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getDatabaseProductVersion() throws SQLException {
    gate.enter();
    try {
      return real.getDatabaseProductVersion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getDefaultTransactionIsolation() throws SQLException {
    gate.enter();
    try {
      return real.getDefaultTransactionIsolation();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getDriverMajorVersion() {
    gate.enter();
    try {
      return real.getDriverMajorVersion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getDriverMinorVersion() {
    gate.enter();
    try {
      return real.getDriverMinorVersion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getDriverName() throws SQLException {
    gate.enter();
    try {
      return real.getDriverName();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getDriverVersion() throws SQLException {
    gate.enter();
    try {
      return real.getDriverVersion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getExportedKeys(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getExportedKeys(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getExtraNameCharacters() throws SQLException {
    gate.enter();
    try {
      return real.getExtraNameCharacters();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getFunctionColumns(String text, String text2, String text3, String text4)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getFunctionColumns(text, text2, text3, text4));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getFunctions(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getFunctions(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getIdentifierQuoteString() throws SQLException {
    gate.enter();
    try {
      return real.getIdentifierQuoteString();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getImportedKeys(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getImportedKeys(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getIndexInfo(
      String text, String text2, String text3, boolean flag, boolean flag2) throws SQLException {
    gate.enter();
    try {
      return rows(real.getIndexInfo(text, text2, text3, flag, flag2));
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getJDBCMajorVersion() throws SQLException {
    gate.enter();
    try {
      return real.getJDBCMajorVersion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getJDBCMinorVersion() throws SQLException {
    gate.enter();
    try {
      return real.getJDBCMinorVersion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxBinaryLiteralLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxBinaryLiteralLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxCatalogNameLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxCatalogNameLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxCharLiteralLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxCharLiteralLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxColumnNameLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxColumnNameLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxColumnsInGroupBy() throws SQLException {
    gate.enter();
    try {
      return real.getMaxColumnsInGroupBy();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxColumnsInIndex() throws SQLException {
    gate.enter();
    try {
      return real.getMaxColumnsInIndex();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxColumnsInOrderBy() throws SQLException {
    gate.enter();
    try {
      return real.getMaxColumnsInOrderBy();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxColumnsInSelect() throws SQLException {
    gate.enter();
    try {
      return real.getMaxColumnsInSelect();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxColumnsInTable() throws SQLException {
    gate.enter();
    try {
      return real.getMaxColumnsInTable();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxConnections() throws SQLException {
    gate.enter();
    try {
      return real.getMaxConnections();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxCursorNameLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxCursorNameLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxIndexLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxIndexLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public long getMaxLogicalLobSize() throws SQLException {
    gate.enter();
    try {
      return real.getMaxLogicalLobSize();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxProcedureNameLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxProcedureNameLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxRowSize() throws SQLException {
    gate.enter();
    try {
      return real.getMaxRowSize();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxSchemaNameLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxSchemaNameLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxStatementLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxStatementLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxStatements() throws SQLException {
    gate.enter();
    try {
      return real.getMaxStatements();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxTableNameLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxTableNameLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxTablesInSelect() throws SQLException {
    gate.enter();
    try {
      return real.getMaxTablesInSelect();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getMaxUserNameLength() throws SQLException {
    gate.enter();
    try {
      return real.getMaxUserNameLength();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getNumericFunctions() throws SQLException {
    gate.enter();
    try {
      return real.getNumericFunctions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getPrimaryKeys(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getPrimaryKeys(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getProcedureColumns(String text, String text2, String text3, String text4)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getProcedureColumns(text, text2, text3, text4));
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getProcedureTerm() throws SQLException {
    gate.enter();
    try {
      return real.getProcedureTerm();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getProcedures(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getProcedures(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getPseudoColumns(String text, String text2, String text3, String text4)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getPseudoColumns(text, text2, text3, text4));
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    gate.enter();
    try {
      return real.getResultSetHoldability();
    } finally {
      gate.leave();
    }
  }

  @Override
  public RowIdLifetime getRowIdLifetime() throws SQLException {
    gate.enter();
    try {
      return real.getRowIdLifetime();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getSQLKeywords() throws SQLException {
    gate.enter();
    try {
      return real.getSQLKeywords();
    } finally {
      gate.leave();
    }
  }

  @Override
  public int getSQLStateType() throws SQLException {
    gate.enter();
    try {
      return real.getSQLStateType();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getSchemaTerm() throws SQLException {
    gate.enter();
    try {
      return real.getSchemaTerm();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    gate.enter();
    try {
      return rows(real.getSchemas());
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getSchemas(String text, String text2) throws SQLException {
    gate.enter();
    try {
      return rows(real.getSchemas(text, text2));
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getSearchStringEscape() throws SQLException {
    gate.enter();
    try {
      return real.getSearchStringEscape();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getStringFunctions() throws SQLException {
    gate.enter();
    try {
      return real.getStringFunctions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getSuperTables(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getSuperTables(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getSuperTypes(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getSuperTypes(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getSystemFunctions() throws SQLException {
    gate.enter();
    try {
      return real.getSystemFunctions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getTablePrivileges(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getTablePrivileges(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    gate.enter();
    try {
      return rows(real.getTableTypes());
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getTables(String text, String text2, String text3, String[] texts)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getTables(text, text2, text3, texts));
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getTimeDateFunctions() throws SQLException {
    gate.enter();
    try {
      return real.getTimeDateFunctions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    gate.enter();
    try {
      return rows(real.getTypeInfo());
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getUDTs(String text, String text2, String text3, int[] numbers)
      throws SQLException {
    gate.enter();
    try {
      return rows(real.getUDTs(text, text2, text3, numbers));
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getURL() throws SQLException {
    gate.enter();
    try {
      return real.getURL();
    } finally {
      gate.leave();
    }
  }

  @Override
  public String getUserName() throws SQLException {
    gate.enter();
    try {
      return real.getUserName();
    } finally {
      gate.leave();
    }
  }

  @Override
  public ResultSet getVersionColumns(String text, String text2, String text3) throws SQLException {
    gate.enter();
    try {
      return rows(real.getVersionColumns(text, text2, text3));
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean insertsAreDetected(int number) throws SQLException {
    gate.enter();
    try {
      return real.insertsAreDetected(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean isCatalogAtStart() throws SQLException {
    gate.enter();
    try {
      return real.isCatalogAtStart();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    gate.enter();
    try {
      return real.isReadOnly();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return real.isWrapperFor(type);
  }

  @Override
  public boolean locatorsUpdateCopy() throws SQLException {
    gate.enter();
    try {
      return real.locatorsUpdateCopy();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean nullPlusNonNullIsNull() throws SQLException {
    gate.enter();
    try {
      return real.nullPlusNonNullIsNull();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean nullsAreSortedAtEnd() throws SQLException {
    gate.enter();
    try {
      return real.nullsAreSortedAtEnd();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean nullsAreSortedAtStart() throws SQLException {
    gate.enter();
    try {
      return real.nullsAreSortedAtStart();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean nullsAreSortedHigh() throws SQLException {
    gate.enter();
    try {
      return real.nullsAreSortedHigh();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean nullsAreSortedLow() throws SQLException {
    gate.enter();
    try {
      return real.nullsAreSortedLow();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean othersDeletesAreVisible(int number) throws SQLException {
    gate.enter();
    try {
      return real.othersDeletesAreVisible(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean othersInsertsAreVisible(int number) throws SQLException {
    gate.enter();
    try {
      return real.othersInsertsAreVisible(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean othersUpdatesAreVisible(int number) throws SQLException {
    gate.enter();
    try {
      return real.othersUpdatesAreVisible(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean ownDeletesAreVisible(int number) throws SQLException {
    gate.enter();
    try {
      return real.ownDeletesAreVisible(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean ownInsertsAreVisible(int number) throws SQLException {
    gate.enter();
    try {
      return real.ownInsertsAreVisible(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean ownUpdatesAreVisible(int number) throws SQLException {
    gate.enter();
    try {
      return real.ownUpdatesAreVisible(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean storesLowerCaseIdentifiers() throws SQLException {
    gate.enter();
    try {
      return real.storesLowerCaseIdentifiers();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean storesLowerCaseQuotedIdentifiers() throws SQLException {
    gate.enter();
    try {
      return real.storesLowerCaseQuotedIdentifiers();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean storesMixedCaseIdentifiers() throws SQLException {
    gate.enter();
    try {
      return real.storesMixedCaseIdentifiers();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean storesMixedCaseQuotedIdentifiers() throws SQLException {
    gate.enter();
    try {
      return real.storesMixedCaseQuotedIdentifiers();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean storesUpperCaseIdentifiers() throws SQLException {
    gate.enter();
    try {
      return real.storesUpperCaseIdentifiers();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean storesUpperCaseQuotedIdentifiers() throws SQLException {
    gate.enter();
    try {
      return real.storesUpperCaseQuotedIdentifiers();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsANSI92EntryLevelSQL() throws SQLException {
    gate.enter();
    try {
      return real.supportsANSI92EntryLevelSQL();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsANSI92FullSQL() throws SQLException {
    gate.enter();
    try {
      return real.supportsANSI92FullSQL();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsANSI92IntermediateSQL() throws SQLException {
    gate.enter();
    try {
      return real.supportsANSI92IntermediateSQL();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsAlterTableWithAddColumn() throws SQLException {
    gate.enter();
    try {
      return real.supportsAlterTableWithAddColumn();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsAlterTableWithDropColumn() throws SQLException {
    gate.enter();
    try {
      return real.supportsAlterTableWithDropColumn();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsBatchUpdates() throws SQLException {
    gate.enter();
    try {
      return real.supportsBatchUpdates();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsCatalogsInDataManipulation() throws SQLException {
    gate.enter();
    try {
      return real.supportsCatalogsInDataManipulation();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsCatalogsInIndexDefinitions() throws SQLException {
    gate.enter();
    try {
      return real.supportsCatalogsInIndexDefinitions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsCatalogsInPrivilegeDefinitions() throws SQLException {
    gate.enter();
    try {
      return real.supportsCatalogsInPrivilegeDefinitions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsCatalogsInProcedureCalls() throws SQLException {
    gate.enter();
    try {
      return real.supportsCatalogsInProcedureCalls();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsCatalogsInTableDefinitions() throws SQLException {
    gate.enter();
    try {
      return real.supportsCatalogsInTableDefinitions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsColumnAliasing() throws SQLException {
    gate.enter();
    try {
      return real.supportsColumnAliasing();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsConvert() throws SQLException {
    gate.enter();
    try {
      return real.supportsConvert();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsConvert(int number, int number2) throws SQLException {
    gate.enter();
    try {
      return real.supportsConvert(number, number2);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsCoreSQLGrammar() throws SQLException {
    gate.enter();
    try {
      return real.supportsCoreSQLGrammar();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsCorrelatedSubqueries() throws SQLException {
    gate.enter();
    try {
      return real.supportsCorrelatedSubqueries();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsDataDefinitionAndDataManipulationTransactions() throws SQLException {
    gate.enter();
    try {
      return real.supportsDataDefinitionAndDataManipulationTransactions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsDataManipulationTransactionsOnly() throws SQLException {
    gate.enter();
    try {
      return real.supportsDataManipulationTransactionsOnly();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsDifferentTableCorrelationNames() throws SQLException {
    gate.enter();
    try {
      return real.supportsDifferentTableCorrelationNames();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsExpressionsInOrderBy() throws SQLException {
    gate.enter();
    try {
      return real.supportsExpressionsInOrderBy();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsExtendedSQLGrammar() throws SQLException {
    gate.enter();
    try {
      return real.supportsExtendedSQLGrammar();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsFullOuterJoins() throws SQLException {
    gate.enter();
    try {
      return real.supportsFullOuterJoins();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsGetGeneratedKeys() throws SQLException {
    gate.enter();
    try {
      return real.supportsGetGeneratedKeys();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsGroupBy() throws SQLException {
    gate.enter();
    try {
      return real.supportsGroupBy();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsGroupByBeyondSelect() throws SQLException {
    gate.enter();
    try {
      return real.supportsGroupByBeyondSelect();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsGroupByUnrelated() throws SQLException {
    gate.enter();
    try {
      return real.supportsGroupByUnrelated();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsIntegrityEnhancementFacility() throws SQLException {
    gate.enter();
    try {
      return real.supportsIntegrityEnhancementFacility();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsLikeEscapeClause() throws SQLException {
    gate.enter();
    try {
      return real.supportsLikeEscapeClause();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsLimitedOuterJoins() throws SQLException {
    gate.enter();
    try {
      return real.supportsLimitedOuterJoins();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsMinimumSQLGrammar() throws SQLException {
    gate.enter();
    try {
      return real.supportsMinimumSQLGrammar();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsMixedCaseIdentifiers() throws SQLException {
    gate.enter();
    try {
      return real.supportsMixedCaseIdentifiers();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsMixedCaseQuotedIdentifiers() throws SQLException {
    gate.enter();
    try {
      return real.supportsMixedCaseQuotedIdentifiers();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsMultipleOpenResults() throws SQLException {
    gate.enter();
    try {
      return real.supportsMultipleOpenResults();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsMultipleResultSets() throws SQLException {
    gate.enter();
    try {
      return real.supportsMultipleResultSets();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsMultipleTransactions() throws SQLException {
    gate.enter();
    try {
      return real.supportsMultipleTransactions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsNamedParameters() throws SQLException {
    gate.enter();
    try {
      return real.supportsNamedParameters();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsNonNullableColumns() throws SQLException {
    gate.enter();
    try {
      return real.supportsNonNullableColumns();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsOpenCursorsAcrossCommit() throws SQLException {
    gate.enter();
    try {
      return real.supportsOpenCursorsAcrossCommit();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsOpenCursorsAcrossRollback() throws SQLException {
    gate.enter();
    try {
      return real.supportsOpenCursorsAcrossRollback();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsOpenStatementsAcrossCommit() throws SQLException {
    gate.enter();
    try {
      return real.supportsOpenStatementsAcrossCommit();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsOpenStatementsAcrossRollback() throws SQLException {
    gate.enter();
    try {
      return real.supportsOpenStatementsAcrossRollback();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsOrderByUnrelated() throws SQLException {
    gate.enter();
    try {
      return real.supportsOrderByUnrelated();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsOuterJoins() throws SQLException {
    gate.enter();
    try {
      return real.supportsOuterJoins();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsPositionedDelete() throws SQLException {
    gate.enter();
    try {
      return real.supportsPositionedDelete();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsPositionedUpdate() throws SQLException {
    gate.enter();
    try {
      return real.supportsPositionedUpdate();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsRefCursors() throws SQLException {
    gate.enter();
    try {
      return real.supportsRefCursors();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsResultSetConcurrency(int number, int number2) throws SQLException {
    gate.enter();
    try {
      return real.supportsResultSetConcurrency(number, number2);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsResultSetHoldability(int number) throws SQLException {
    gate.enter();
    try {
      return real.supportsResultSetHoldability(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsResultSetType(int number) throws SQLException {
    gate.enter();
    try {
      return real.supportsResultSetType(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSavepoints() throws SQLException {
    gate.enter();
    try {
      return real.supportsSavepoints();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSchemasInDataManipulation() throws SQLException {
    gate.enter();
    try {
      return real.supportsSchemasInDataManipulation();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSchemasInIndexDefinitions() throws SQLException {
    gate.enter();
    try {
      return real.supportsSchemasInIndexDefinitions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSchemasInPrivilegeDefinitions() throws SQLException {
    gate.enter();
    try {
      return real.supportsSchemasInPrivilegeDefinitions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSchemasInProcedureCalls() throws SQLException {
    gate.enter();
    try {
      return real.supportsSchemasInProcedureCalls();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSchemasInTableDefinitions() throws SQLException {
    gate.enter();
    try {
      return real.supportsSchemasInTableDefinitions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSelectForUpdate() throws SQLException {
    gate.enter();
    try {
      return real.supportsSelectForUpdate();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSharding() throws SQLException {
    gate.enter();
    try {
      return real.supportsSharding();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsStatementPooling() throws SQLException {
    gate.enter();
    try {
      return real.supportsStatementPooling();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsStoredFunctionsUsingCallSyntax() throws SQLException {
    gate.enter();
    try {
      return real.supportsStoredFunctionsUsingCallSyntax();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsStoredProcedures() throws SQLException {
    gate.enter();
    try {
      return real.supportsStoredProcedures();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSubqueriesInComparisons() throws SQLException {
    gate.enter();
    try {
      return real.supportsSubqueriesInComparisons();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSubqueriesInExists() throws SQLException {
    gate.enter();
    try {
      return real.supportsSubqueriesInExists();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSubqueriesInIns() throws SQLException {
    gate.enter();
    try {
      return real.supportsSubqueriesInIns();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsSubqueriesInQuantifieds() throws SQLException {
    gate.enter();
    try {
      return real.supportsSubqueriesInQuantifieds();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsTableCorrelationNames() throws SQLException {
    gate.enter();
    try {
      return real.supportsTableCorrelationNames();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsTransactionIsolationLevel(int number) throws SQLException {
    gate.enter();
    try {
      return real.supportsTransactionIsolationLevel(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsTransactions() throws SQLException {
    gate.enter();
    try {
      return real.supportsTransactions();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsUnion() throws SQLException {
    gate.enter();
    try {
      return real.supportsUnion();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean supportsUnionAll() throws SQLException {
    gate.enter();
    try {
      return real.supportsUnionAll();
    } finally {
      gate.leave();
    }
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return real.unwrap(type);
  }

  @Override
  public boolean updatesAreDetected(int number) throws SQLException {
    gate.enter();
    try {
      return real.updatesAreDetected(number);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean usesLocalFilePerTable() throws SQLException {
    gate.enter();
    try {
      return real.usesLocalFilePerTable();
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean usesLocalFiles() throws SQLException {
    gate.enter();
    try {
      return real.usesLocalFiles();
    } finally {
      gate.leave();
    }
  }

  /** What is handed out for rows of the real metadata. */
  abstract ResultSet rows(ResultSet rows);
}
