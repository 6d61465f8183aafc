// libpq, the client library of PostgreSQL: loaded lazily. No policy here.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <postgresql/libpq-fe.h>

LAZY_LIBRARY(cpq_symbol, "libpq.so.5", "libpq5")

// Defines cNAME, which calls libpq's NAME.
#define CPQ_FUNCTION(RESULT, NAME, PARAMETERS, ARGUMENTS) LAZY_FUNCTION(cpq_symbol, RESULT, NAME, PARAMETERS, ARGUMENTS)

CPQ_FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *text, char **message), (text, message))
CPQ_FUNCTION(void, PQconninfoFree, (PQconninfoOption *options), (options))
CPQ_FUNCTION(PGconn *, PQconnectdbParams, (const char *const *names, const char *const *values, int expands),
             (names, values, expands))
CPQ_FUNCTION(void, PQfinish, (PGconn *connection), (connection))
CPQ_FUNCTION(ConnStatusType, PQstatus, (const PGconn *connection), (connection))
CPQ_FUNCTION(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection))
CPQ_FUNCTION(char *, PQerrorMessage, (const PGconn *connection), (connection))
CPQ_FUNCTION(char *, PQhost, (const PGconn *connection), (connection))
CPQ_FUNCTION(int, PQsocket, (const PGconn *connection), (connection))
CPQ_FUNCTION(int, PQserverVersion, (const PGconn *connection), (connection))
CPQ_FUNCTION(int, PQbackendPID, (const PGconn *connection), (connection))
CPQ_FUNCTION(int, PQsetnonblocking, (PGconn *connection, int on), (connection, on))
CPQ_FUNCTION(int, PQflush, (PGconn *connection), (connection))
CPQ_FUNCTION(int, PQconsumeInput, (PGconn *connection), (connection))
CPQ_FUNCTION(int, PQisBusy, (PGconn *connection), (connection))
CPQ_FUNCTION(int, PQsendQuery, (PGconn *connection, const char *sql), (connection, sql))
CPQ_FUNCTION(int, PQsendQueryParams,
             (PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values,
              const int *lengths, const int *formats, int format),
             (connection, sql, count, types, values, lengths, formats, format))
CPQ_FUNCTION(int, PQsendPrepare, (PGconn *connection, const char *name, const char *sql, int count, const Oid *types),
             (connection, name, sql, count, types))
CPQ_FUNCTION(int, PQsendQueryPrepared,
             (PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
              const int *formats, int format),
             (connection, name, count, values, lengths, formats, format))
CPQ_FUNCTION(int, PQsetSingleRowMode, (PGconn *connection), (connection))
CPQ_FUNCTION(int, PQenterPipelineMode, (PGconn *connection), (connection))
CPQ_FUNCTION(int, PQexitPipelineMode, (PGconn *connection), (connection))
CPQ_FUNCTION(int, PQpipelineSync, (PGconn *connection), (connection))
CPQ_FUNCTION(PGresult *, PQgetResult, (PGconn *connection), (connection))
CPQ_FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *result), (result))
CPQ_FUNCTION(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))
CPQ_FUNCTION(int, PQntuples, (const PGresult *result), (result))
CPQ_FUNCTION(int, PQnfields, (const PGresult *result), (result))
CPQ_FUNCTION(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))
CPQ_FUNCTION(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column))
CPQ_FUNCTION(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column))
CPQ_FUNCTION(char *, PQcmdTuples, (PGresult *result), (result))
CPQ_FUNCTION(void, PQclear, (PGresult *result), (result))
CPQ_FUNCTION(int, PQputCopyData, (PGconn *connection, const char *bytes, int count), (connection, bytes, count))
CPQ_FUNCTION(int, PQputCopyEnd, (PGconn *connection, const char *message), (connection, message))
CPQ_FUNCTION(PGnotify *, PQnotifies, (PGconn *connection), (connection))
CPQ_FUNCTION(void, PQfreemem, (void *memory), (memory))
CPQ_FUNCTION(PGcancel *, PQgetCancel, (PGconn *connection), (connection))
CPQ_FUNCTION(int, PQcancel, (PGcancel *request, char *message, int size), (request, message, size))
CPQ_FUNCTION(void, PQfreeCancel, (PGcancel *request), (request))
CPQ_FUNCTION(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *connection, PQnoticeProcessor processor, void *data),
             (connection, processor, data))

// libpq prints notices on standard error by default.
static inline void cpq_ignore_notice(void *data, const char *message) {}
static inline void cpq_ignore_notices(PGconn *connection) { cPQsetNoticeProcessor(connection, cpq_ignore_notice, 0); }
