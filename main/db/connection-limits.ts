/** Limits of connections to database servers, the same for all kinds. */
export const connectionLimits = {
  /** At once, for each project. */
  max: 10,
  connectTimeoutMs: 5_000,
  /** A connection that nobody uses is closed after this. */
  idleTimeoutMs: 60_000,
} as const

/** How long those who must know what became of a schema change wait for one that is still being made. */
export const schemaSettlesMs = 30_000
