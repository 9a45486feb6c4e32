/**
 * The header that names what was left out of an answer, and why: `TeamRead=DATABASE_FORBIDDEN`, with other signs
 * percent-encoded. Empty if nothing was.
 */
export const omittedHeaders = (omitted: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  omitted.size === 0
    ? {}
    : { 'basalt-omitted': [...omitted].map(([key, code]) => `${encodeURIComponent(key)}=${code}`).join(', ') }
