/**
 * Imported by packages of the server's bundle, but never loaded: the server declares no JSON schemas, and only tests
 * inject requests. Packages of the application don't contain them.
 */
export const neverLoaded: readonly string[] = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]
