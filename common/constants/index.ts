/** Every number of the specification, with its unit and section, and the limits of the server. */

// S1 §9
export const defaultPort = 8080
/** gRPC listens on loopback only, on the next free port if this one is taken. */
export const defaultGrpcPort = 50_051
export const countTimeoutMs = 10_000
export const releaseCheckEveryMs = 600_000
export const releaseAlertDelayMs = 1_000
export const loadingThrottleMs = 200
export const loadingDurationMs = 3_000
export const loadingHideDelayMs = 500
export const snackbarTimeoutMs = 10_000
export const infoToastMs = 2_000
export const errorToastMs = 3_000
/** A toast with a button needs the time to read and reach it. */
export const actionToastMs = 6_000
/** S1 §8: 'Token expired please login to continue'. */
export const tokenExpiredToastMs = 5_000
export const notificationListMaxPx = 250
export const tabsHeld = 8
export const maxTabsDefault = 99
export const maxTablesDefault = 99_999
/** Interval of polling the user of a window, and consecutive time-outs after which it is forgotten (S1 §4). */
export const userPollSecondsDefault = 300
export const userPollSecondsMax = 86_400
export const userPollRetriesDefault = 5
export const requestHistoryCap = 500
export const treeDefaultSize = 20
export const passwordMinLength = 8
export const defaultEnvironment = '_noco'
export const defaultDbAlias = 'db'
/** Operations in domain words: `POST {operationsPath}/{name}?project={id}`, with the input as the body. */
export const operationsPath = '/api/v1/operations'
/** Files with the lines of an audit: `POST {auditExportPath}?project={id}&format=csv`, with the filters as the body. */
export const auditExportPath = '/api/v1/audit/export'
/** A result of the SQL editor as a file: `POST {sqlExportPath}?project={id}`, with the run and the form as the body. */
export const sqlExportPath = '/api/v1/sql/export'

/** Metadata of a project as a file: `POST {metadataExportPath}?project={id}`, with all rows by `&rows=true`. */
export const metadataExportPath = '/api/v1/metadata/export'
export const defaultThemePrimary = '#0989ff'
export const customThemePrimary = '#6f5dcc'

// S1 §3: waiting for persisted state
export const rehydratePollMs = 100
export const rehydrateGiveUpMs = 5_000

// S1 §8 / S2 §9
export const chunkReloadGuardMs = 60_000
export const terminalPort = 8081
export const terminalsMax = 5
/** Maximum rows of a statement that a user wrote. */
export const sqlResultRowsMax = 1_000

// Data API (wire §9.2; defaults 25, maximum 1000)
export const pageRowsDefault = 25
export const pageRowsMax = 1_000
export const bulkRowsMax = 10_000
/** Records that one change writes at most, so that one undo can take it back. */
export const undoRowsMax = 100_000
/** Records of duplicate groups in one response, and in the dialog. */
export const duplicatesMax = 100_000
// Groups (wire §9.2 sets no maximum; more would exhaust the memory of callers)
export const groupRowsDefault = 20
export const groupRowsMax = 100_000
/** Maximum number of aggregates in one request for groups. */
export const groupAggregatesMax = 500
export const distributionWindowsMax = 500

// History of rows and audit, per project (docs/history.md)
export const historyEntriesMax = 1_000_000
/** Bulk inserts. */
export const historyChangesMax = 50_000
export const auditLinesMax = 200_000
/** Audit lines about the installation. */
export const installationLinesMax = 200_000
export const historyDaysDefault = 365
/** Longest age that a setting can name. */
export const historyDaysMax = 36_500
/** Longer texts are truncated. */
export const historyValueMaxCharacters = 10_000
export const historyEntryMaxCharacters = 100_000

// Trash of a project (docs/trash-and-undo.md)
export const trashDaysMax = 30
/** Maximum number of rows in the trash of a project; the oldest are purged first. */
export const trashRowsMax = 200_000

// Files of cells (docs/attachments.md)
export const attachmentMaxBytes = 100 * 1024 * 1024
/** Lifetime of an address that needs no header. */
export const attachmentLinkLifeMs = 10 * 60 * 1_000
/** Lifetime of an address that a storage signs: nothing can end it earlier. */
export const signedAddressLifeMs = 5 * 60 * 1_000
export const uploadsAtOnce = 16

// Comments on records
export const commentMaxCharacters = 10_000

/** Users of the installation in one answer. */
export const usersPageMax = 200

// Pictures of users
export const pictureBytesMax = 100_000
export const picturePixelsMax = 512
/** Pictures in one request. */
export const picturesAtOnce = 100

/** Limits of the server (reliability guide, "Limits"). */
export const limits = {
  bodyBytes: 10 * 1024 * 1024,
  jsonDepth: 64,
  filterCharacters: 60_000,
  filterTerms: 1_000,
  filterDepth: 50,
  urlBytes: 16 * 1024,
  headerBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** An upload may take this long while data keeps arriving. */
  uploadTimeoutMs: 30 * 60 * 1_000,
  uploadIdleMs: 60_000,
  /** Maximum number of concurrent requests. More would only wait and use memory; rejected clients can retry. */
  requestsAtOnce: 1_000,
  /** Closes the connection of a client that reads nothing of its response for this long. */
  unreadTimeoutMs: 60_000,
  /** Unread bytes of one client above which its large lists wait. */
  pendingListBytes: 8 * 1024 * 1024,
  /** Unread bytes of one client above which the server rejects its other requests. */
  pendingClientBytes: 64 * 1024 * 1024,
  /** Unread bytes of all clients above which large lists wait. */
  pendingOutputBytes: 256 * 1024 * 1024,
  statementTimeoutMs: 20_000,
  /** Grace for running requests and for rows about to be stored when the server stops. */
  shutdownTimeoutMs: 4_000,
  /** Limit of the whole shutdown. Afterwards the process exits, even with work still running. */
  shutdownDeadlineMs: 9_000,
  passwordMaxBytes: 1_024,
  hashingAtOnce: 2,
  nameCharacters: 120,
} as const

/** Lifetimes of session tokens. An access token is also checked against its session, so it can end earlier. */
export const accessTokenLifeMs = 10 * 60 * 60 * 1_000
export const refreshTokenLifeMs = 7 * 24 * 60 * 60 * 1_000

/** Life of a share on the network, and of an extension. */
export const pocketLifeMs = 60 * 60_000
/** Wrong codes that end a share on the network. A guess of six digits is right once in a million times. */
export const pocketWrongCodesMax = 5
