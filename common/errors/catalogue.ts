/**
 * Every error Basalt can answer with: code → HTTP status, and whether it is a fault of ours.
 *
 * The sentence for people is `errors.<CODE>` in `locales/en.json`, filled with the error's details;
 * a test checks that each code has one. `reportable` faults are logged with their cause and id.
 */
export interface ErrorEntry {
  readonly status: number
  readonly reportable?: true
}

const catalogue = {
  // Requests
  INPUT_INVALID: { status: 400 },
  JSON_INVALID: { status: 400 },
  BODY_TOO_LARGE: { status: 413 },
  URL_TOO_LONG: { status: 414 },
  HEADERS_TOO_LARGE: { status: 431 },
  REQUEST_MALFORMED: { status: 400 },
  CONTENT_TYPE_UNSUPPORTED: { status: 415 },
  METHOD_NOT_ALLOWED: { status: 405 },
  ROUTE_NOT_FOUND: { status: 404 },
  OPERATION_NOT_FOUND: { status: 404 },
  OPERATION_MISMATCH: { status: 400 },
  HOST_NOT_ALLOWED: { status: 403 },
  ORIGIN_NOT_ALLOWED: { status: 403 },
  TOO_MANY_REQUESTS: { status: 429 },
  REQUEST_TIMEOUT: { status: 408 },
  REQUEST_CANCELLED: { status: 499 },
  // Accounts
  NOT_SIGNED_IN: { status: 401 },
  TOKEN_INVALID: { status: 401 },
  REFRESH_TOKEN_MISSING: { status: 401 },
  REFRESH_TOKEN_INVALID: { status: 401 },
  CREDENTIALS_INVALID: { status: 400 },
  EMAIL_REQUIRED: { status: 400 },
  EMAIL_INVALID: { status: 400 },
  EMAIL_TAKEN: { status: 400 },
  PASSWORD_REQUIRED: { status: 400 },
  PASSWORD_TOO_SHORT: { status: 400 },
  PASSWORD_TOO_LONG: { status: 400 },
  TOO_MANY_ATTEMPTS: { status: 429 },
  NOT_ALLOWED: { status: 403 },
  PROJECT_ACCESS_DENIED: { status: 403 },
  // Projects
  PROJECT_NOT_FOUND: { status: 404 },
  PROJECT_STOPPED: { status: 404 },
  PROJECT_TITLE_INVALID: { status: 400 },
  PROJECT_CREATE_DENIED: { status: 400 },
  DATABASE_FILE_NOT_FOUND: { status: 400 },
  DATABASE_FILE_INVALID: { status: 400 },
  DATABASE_FILE_IN_USE: { status: 400 },
  DATABASE_FILE_FORBIDDEN: { status: 403 },
  DATABASE_UNAVAILABLE: { status: 503 },
  /** It answers, but does not let us in any more. */
  DATABASE_REFUSED: { status: 503 },
  // New connections, S1 §5
  DATABASE_CREDENTIALS_INVALID: { status: 400 },
  DATABASE_CONNECTION_FAILED: { status: 400 },
  DATABASE_CREATE_FORBIDDEN: { status: 400 },
  CONNECTION_FAILED: { status: 400 },
  CONNECTION_NOT_EDITABLE: { status: 400 },
  PROJECT_FOLDER_INVALID: { status: 400 },
  // Tables and columns
  TABLE_NOT_FOUND: { status: 404 },
  TABLE_EXISTS: { status: 400 },
  TABLE_NAME_INVALID: { status: 400 },
  TABLE_NAME_RESERVED: { status: 400 },
  TABLE_READ_ONLY: { status: 400 },
  /** Views have no routes that write (wire §9.1). */
  VIEW_READ_ONLY: { status: 404 },
  TABLE_WITHOUT_KEY: { status: 404 },
  TABLE_NEEDS_COLUMN: { status: 400 },
  TABLE_IN_USE: { status: 400 },
  VIEW_INVALID: { status: 400 },
  VIEW_DEFINITION_INVALID: { status: 400 },
  INDEX_NOT_FOUND: { status: 404 },
  INDEX_EXISTS: { status: 400 },
  INDEX_NAME_INVALID: { status: 400 },
  INDEX_FIXED: { status: 400 },
  CHECK_NOT_FOUND: { status: 404 },
  CHECK_EXISTS: { status: 400 },
  CHECK_NAME_INVALID: { status: 400 },
  CHECK_INVALID: { status: 400 },
  CHECK_BROKEN: { status: 400 },
  COLUMN_NOT_FOUND: { status: 400 },
  COLUMN_EXISTS: { status: 400 },
  COLUMN_NAME_INVALID: { status: 400 },
  COLUMN_TYPE_INVALID: { status: 400 },
  COLUMN_OPTIONS_INVALID: { status: 400 },
  COLUMN_IN_USE: { status: 400 },
  COLUMN_KEY_FIXED: { status: 400 },
  COLUMN_VALUES_NOT_CONVERTIBLE: { status: 400 },
  COLUMN_NEEDS_DEFAULT: { status: 400 },
  COLUMN_DEFAULT_INVALID: { status: 400 },
  SCHEMA_CHANGE_UNSUPPORTED: { status: 400 },
  // Relations and virtual columns
  RELATION_NOT_FOUND: { status: 404 },
  RELATION_EXISTS: { status: 400 },
  RELATION_PARENT_NOT_UNIQUE: { status: 400 },
  RELATION_COLUMNS_DIFFER: { status: 400 },
  RELATION_ACTION_INVALID: { status: 400 },
  RELATION_TABLE_HAS_MORE: { status: 400 },
  VIRTUAL_COLUMN_NOT_FOUND: { status: 404 },
  VIRTUAL_COLUMN_INVALID: { status: 400 },
  FORMULA_INVALID: { status: 400 },
  // Views of a table
  TABLE_VIEW_NOT_FOUND: { status: 404 },
  TABLE_VIEW_EXISTS: { status: 400 },
  TABLE_VIEW_NAME_INVALID: { status: 400 },
  TABLE_VIEW_LOCKED: { status: 400 },
  TABLE_VIEW_FIXED: { status: 400 },
  TABLE_VIEWS_TOO_MANY: { status: 400 },
  // Rows
  ROW_NOT_FOUND: { status: 404 },
  ROW_INVALID: { status: 400 },
  ROW_EMPTY: { status: 400 },
  ROWS_TOO_MANY: { status: 400 },
  ROW_KEY_INVALID: { status: 400 },
  VALUE_NOT_UNIQUE: { status: 400 },
  VALUE_CHANGED: { status: 409 },
  VALUE_REQUIRED: { status: 400 },
  VALUE_REFERENCE_MISSING: { status: 400 },
  ROW_REFERENCED: { status: 400 },
  VALUE_CHECK_FAILED: { status: 400 },
  // Files of cells
  ATTACHMENT_MISSING: { status: 400 },
  ATTACHMENT_TOO_LARGE: { status: 413 },
  ATTACHMENT_NOT_FOUND: { status: 404 },
  ATTACHMENT_LINK_ENDED: { status: 403 },
  // Trash
  TRASH_ENTRY_NOT_FOUND: { status: 404 },
  TRASH_NOT_RESTORABLE: { status: 400 },
  // Comments
  COMMENT_NOT_FOUND: { status: 404 },
  COMMENT_NOT_YOURS: { status: 403 },
  COMMENT_EMPTY: { status: 400 },
  // Queries
  FILTER_INVALID: { status: 400 },
  FILTER_OPERATOR_INVALID: { status: 400 },
  FILTER_TOO_LARGE: { status: 400 },
  SORT_INVALID: { status: 400 },
  QUERY_PARAMETER_INVALID: { status: 400 },
  FUNCTION_INVALID: { status: 400 },
  QUERY_TIMEOUT: { status: 504 },
  QUERY_CANCELLED: { status: 499 },
  GRAPHQL_INVALID: { status: 400 },
  GRAPHQL_TOO_LARGE: { status: 400 },
  // Storage
  DISK_FULL: { status: 507, reportable: true },
  DATABASE_BUSY: { status: 503 },
  DATABASE_DAMAGED: { status: 503, reportable: true },
  DATABASE_READ_ONLY: { status: 403 },
  /** The user of the connection lacks the right. */
  DATABASE_FORBIDDEN: { status: 403 },
  PROFILE_IN_USE: { status: 503 },
  META_STORE_NEWER: { status: 503 },
  META_STORE_DAMAGED: { status: 503 },
  // Terminal
  TERMINALS_TOO_MANY: { status: 400 },
  TERMINAL_FAILED: { status: 503 },
  TERMINAL_PORT_TAKEN: { status: 503 },
  NOT_SUPPORTED: { status: 400 },
  INTERNAL: { status: 500, reportable: true },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof catalogue

export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = catalogue
