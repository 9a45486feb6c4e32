/**
 * Returns the header with the omitted parts of a response and the reasons: `TeamRead=DATABASE_FORBIDDEN`, with other
 * characters percent-encoded. Empty if the response is complete.
 */
export const omittedHeaders = (omitted: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  omitted.size === 0
    ? {}
    : { 'basalt-omitted': [...omitted].map(([key, code]) => `${encodeURIComponent(key)}=${code}`).join(', ') }
