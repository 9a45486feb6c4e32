/** Every number of the specification, named with its unit, beside its section; and the server's limits. */

// S1 §9
export const defaultPort = 8080
/** Of gRPC, on the loopback address alone; the next free one when it is taken. */
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
/** S1 §8: 'Token expired please login to continue'. */
export const tokenExpiredToastMs = 5_000
export const notificationListMaxPx = 250
export const tabsHeld = 8
export const maxTabsDefault = 99
export const maxTablesDefault = 99_999
export const requestHistoryCap = 500
export const treeDefaultSize = 20
export const passwordMinLength = 8
export const defaultEnvironment = '_noco'
export const defaultDbAlias = 'db'
/** Operations in domain words: `POST {operationsPath}/{name}?project={id}`, with the input as the body. */
export const operationsPath = '/api/v1/operations'
export const defaultThemePrimary = '#0989ff'
export const customThemePrimary = '#6f5dcc'

// S1 §3: waiting for persisted state
export const rehydratePollMs = 100
export const rehydrateGiveUpMs = 5_000

// S1 §8 / S2 §9
export const chunkReloadGuardMs = 60_000
export const terminalPort = 8081
export const terminalsMax = 5

// Data API (wire §9.2; issue: defaults 25, maximum 1000)
export const pageRowsDefault = 25
export const pageRowsMax = 1_000
export const bulkRowsMax = 10_000
/** Records of groups of duplicates in one response, and in the dialog. */
export const duplicatesMax = 100_000
// Groups (wire §9.2): no maximum there; what is beyond this would fill the memory of who asks
export const groupRowsDefault = 20
export const groupRowsMax = 100_000
/** Functions over columns that one question about groups may name. */
export const groupAggregatesMax = 500
export const distributionWindowsMax = 500

// History of rows and audit, for each project (docs/history.md)
export const historyEntriesMax = 200_000
/** Bulk inserts. */
export const historyChangesMax = 50_000
export const auditLinesMax = 50_000
export const historyDaysMax = 365
/** Longer texts are kept by their beginning. */
export const historyValueMaxCharacters = 10_000
export const historyEntryMaxCharacters = 100_000

// Trash of a project (docs/trash-and-undo.md)
export const trashDaysMax = 30
/** Rows kept of each project; those deleted first go first. */
export const trashRowsMax = 200_000

// Files of cells (docs/attachments.md)
export const attachmentMaxBytes = 100 * 1024 * 1024
/** How long an address that needs no header works. */
export const attachmentLinkLifeMs = 10 * 60 * 1_000
export const uploadsAtOnce = 16

// Comments on records
export const commentMaxCharacters = 10_000

/** Limits of the server, all in one place (reliability guide, "Limits"). */
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
  /** An upload may take longer than other requests, as long as something arrives. */
  uploadTimeoutMs: 30 * 60 * 1_000,
  uploadIdleMs: 60_000,
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

/** Session tokens. The access token is short-lived on paper only: a session row stands behind it. */
export const accessTokenLifeMs = 10 * 60 * 60 * 1_000
export const refreshTokenLifeMs = 7 * 24 * 60 * 60 * 1_000
