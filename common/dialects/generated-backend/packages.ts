/**
 * Packages of generated backends with exact versions: those that Basalt's own tests run them with
 * (tests/unit/generated-backend/packages.test.ts).
 */
export const packages = {
  ajv: '8.20.0',
  fastify: '5.12.8',
  knex: '3.3.0',
  typescript: '7.0.2',
  '@types/node': '24.10.1',
  '@types/pg': '8.23.1',
  'better-sqlite3': '13.2.0',
  mysql2: '3.24.5',
  pg: '8.23.1',
  tedious: '20.3.9',
} as const

export const versionsOf = (...names: readonly (keyof typeof packages)[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, packages[name]]))
