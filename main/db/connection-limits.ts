/** Limits of connections to database servers of all kinds. */
export const connectionLimits = {
  /** Concurrent connections per project. */
  max: 10,
  connectTimeoutMs: 5_000,
  /** Idle connections close after this. */
  idleTimeoutMs: 60_000,
} as const

/** How long a schema change waits for a running one whose outcome it needs. */
export const schemaSettlesMs = 30_000
