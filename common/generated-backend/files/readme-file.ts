import { changeableColumns, type BackendProject, type BackendTable } from '../model'

/** Writes `README.md`. */
export function readmeFile(project: BackendProject): string {
  const { title, type, tables } = project
  const [example] = tables.filter(({ key }) => key.length > 0)
  return `${[
    `# REST API of ${oneLine(title)}

A server with an address for each table. [Fastify](https://fastify.dev) answers requests, [knex](https://knexjs.org)
writes SQL. The code is yours: change it as you like.`,
    start,
    type === 'docker' ? docker : '',
    type === 'package' ? packageUse(project) : '',
    addresses(tables),
    example === undefined ? '' : requests(example),
    values,
    code(project),
    tests,
    limits,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

const start = `## Start

1. Install [Node.js](https://nodejs.org) 22.18 or later, then run \`npm install\`.
2. Copy \`.env.example\` to \`.env\` and enter the address of your database.
3. Run \`npm start\`. The server listens on http://127.0.0.1:3000.

| Command | Does |
|---|---|
| \`npm start\` | compiles and starts the server |
| \`npm run dev\` | runs the sources and restarts on changes |
| \`npm test\` | runs the tests on a new database in memory |
| \`npm run check\` | checks types |
| \`npm run migrate\` | creates the tables in an empty database |`

const docker = `## Docker

\`docker compose up --build\` builds the image and starts the server on http://127.0.0.1:3000, with the settings of \`.env\`.
A database on your own computer is at \`host.docker.internal\`, a database file in the folder \`data\`.`

const packageUse = ({ packageName, tables: [table] }: BackendProject): string => `## Use it as a package

\`npm pack\` writes a package. Add its addresses to your own Fastify server:

\`\`\`ts
import { connect, routes } from '${packageName}'

app.register(routes, { prefix: '/api', db: connect(process.env.DATABASE_URL) })
\`\`\`

\`buildApp\` returns a whole server, and each table has a model, such as \`${table?.variable ?? 'order'}Model(db).list({ limit: 10 })\`.`

function addresses(tables: readonly BackendTable[]): string {
  const lines = tables.map(
    (table) => `| ${cell(table.name)} | \`/${table.slug}\` | ${keyText(table)} | ${methods(table)} |`,
  )
  const nested = tables.flatMap(({ slug, key, children }) =>
    children.map(({ path }) => `- \`/${slug}/${key.map(({ property }) => `:${property}`).join('/')}/${path}\``),
  )
  return `## Addresses

| Table | Address | Key | Methods |
|---|---|---|---|
${lines.join('\n')}${nested.length === 0 ? '' : `\n\nRows that refer to a row:\n\n${nested.join('\n')}`}`
}

const keyText = ({ key }: BackendTable): string => key.map(({ property }) => `\`${property}\``).join(', ')

function methods(table: BackendTable): string {
  if (table.key.length === 0) return table.isView ? 'GET (view)' : 'GET (no key)'
  return changeableColumns(table).length === 0 ? 'GET, POST, DELETE' : 'GET, POST, PATCH, DELETE'
}

function requests({ slug, key }: BackendTable): string {
  const [first] = key
  return `## Requests

\`\`\`sh
# A page of rows, newest key first. Add any column to filter: ?${first?.property ?? 'id'}=…
curl 'http://127.0.0.1:3000/${slug}?sort=-${first?.property ?? 'id'}&limit=10&offset=0'

# One row by its key, then a change of it
curl http://127.0.0.1:3000/${slug}/${key.map(() => '1').join('/')}
\`\`\`

\`POST /${slug}\` creates a row from JSON and answers it with 201. \`PATCH\` with a key changes the columns that it gets.
\`DELETE\` answers 204. Lists answer \`{ "rows": [], "total": 0 }\`; \`limit\` is 25 by default and 1000 at most.

Errors answer \`{ "message": "…" }\`: 400 for values that don't fit, 404 without such a row, 409 if another row has the
same key or a reference leads nowhere.`
}

const values = `## Values

Big integers and decimals are strings, so that no digit is lost. Dates are \`2026-01-31\`, moments ISO 8601 in UTC, binary
values base64.`

const code = ({ tables }: BackendProject): string => `## Code

| Path | Holds |
|---|---|
| \`src/models/\` | the type of a row, the columns and the model of each table |
| \`src/routes/\` | the addresses of each table |
| \`src/lib/\` | what they share: lists, schemas, values, errors |
| \`src/engine.ts\` | the connection, and what is special about its database |
| \`migrations/\` | creates the tables in an empty database |
| \`test/\` | one file for each of the ${tables.length} tables and views |`

const tests = `## Tests

\`npm test\` creates the tables in a database in memory. To test on your kind of database, give an **empty** one, in which the
tests create and drop all tables:

\`\`\`sh
TEST_DATABASE_URL=… npm run test:database
\`\`\``

const limits = `## What the migration leaves out

Triggers, checks, views, computed columns, defaults that are expressions, and types without a counterpart (they become
text). It is for tests and new installations. Your existing database stays the authority.`

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|')
