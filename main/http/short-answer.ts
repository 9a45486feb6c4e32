export type Headers = Readonly<Record<string, string>>

/** A response that needs no handler. */
export interface ShortAnswer {
  readonly status: number
  readonly headers: Headers
}
