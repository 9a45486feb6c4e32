/** The answer of a server to a statement: its first value, or the code of its error. */
export type ProbeAnswer = { readonly value: unknown } | { readonly code: string }

/** Runs a statement on a connection, and never rejects. */
export type Ask = (sql: string) => Promise<ProbeAnswer>

/** Finds out whether a server has a feature, by asking it. Changes nothing that outlives the connection. */
export interface Probe {
  /** Its words of SQL. */
  readonly feature: string
  /** @param other  another connection to the same database */
  readonly works: (ask: Ask, other: Ask) => Promise<boolean>
}

export const isDone = (answer: ProbeAnswer): boolean => 'value' in answer
/** True for true, 1 and `t`, in which drivers and engines differ. */
export const isYes = (answer: ProbeAnswer): boolean =>
  'value' in answer && ['true', '1', 't', 'ON'].includes(String(answer.value))
/** True if the statement failed for a reason that shows that the server knows it. */
export const failsBy = (answer: ProbeAnswer, codes: readonly string[]): boolean =>
  'code' in answer && codes.includes(answer.code)

/** Returns the features that the server lacks. */
export async function lackingFeatures(probes: readonly Probe[], ask: Ask, other: Ask): Promise<string[]> {
  const lacking: string[] = []
  // One after the other: they share their connections.
  for (const { feature, works } of probes) if (!(await works(ask, other))) lacking.push(feature)
  return lacking
}
