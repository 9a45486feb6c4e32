/**
 * One numbered step of the meta store's schema. It runs in one transaction and is never edited after a release:
 * what it got wrong, the next one puts right. Its SQL is the part that all our databases share.
 */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}
