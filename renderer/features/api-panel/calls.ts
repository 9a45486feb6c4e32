import type { Table } from '@common/model'
import { parameterValue } from '@common/model/query-values'
import type { apiTokenHeader, masterKeyHeader } from '@common/principal'
import { formatNameList } from '@common/query/name-list'
import { formatSort } from '@common/query/sort'
import type { Sort } from '@common/query/tree'
import { doubleQuoted, shellText, strictlyEncoded } from '@common/util/code-texts'
import type { QueryValues } from '@renderer/api'
import { graphqlFieldNames, graphqlTableNames } from '@common/wire/graphql-names'

/** Languages for the call that reads the visible rows. */
export const callKinds = ['curl', 'javascript', 'python', 'graphql'] as const
export type CallKind = (typeof callKinds)[number]

/** The visible rows and their source. */
export interface ShownRows {
  /** `http://127.0.0.1:8080` */
  readonly origin: string
  readonly projectId: string
  /** Empty if the server needs none. */
  readonly token: string
  /** Header for the token: `xc-auth` of a session, `xc-token` of an API token, or that of the master key. */
  readonly header: 'xc-auth' | typeof apiTokenHeader | typeof masterKeyHeader
  readonly table: Table
  /** Titles of all tables of the project, in order. */
  readonly tables: readonly string[]
  readonly sort: readonly Sort[]
  readonly search: string
  /** Filter in the grammar of `where`; empty for none. */
  readonly where: string
  /** Filter as JSON of `conditionGraph`; empty for none. */
  readonly condition: string
  /** Titles of the visible columns. */
  readonly fields: readonly string[]
  /** Chosen values for the parameters of a query table. */
  readonly values?: QueryValues | undefined
}

/** Number of rows per call: the data API's default, stated explicitly so that users can change it. */
const rows = 25

/** Returns the call that reads the visible rows, ready to paste. */
export function callText(kind: CallKind, shown: ShownRows): string {
  const hasToken = shown.token !== ''
  switch (kind) {
    case 'curl':
      return `curl -s ${shellText(restAddress(shown))}${hasToken ? ` \\\n  -H ${shellText(`${shown.header}: ${shown.token}`)}` : ''}`
    case 'javascript':
      return [
        ...(hasToken
          ? [
              `const answer = await fetch(${doubleQuoted(restAddress(shown))}, {`,
              `  headers: { '${shown.header}': ${doubleQuoted(shown.token)} },`,
              '})',
            ]
          : [`const answer = await fetch(${doubleQuoted(restAddress(shown))})`]),
        'const rows = await answer.json()',
        'console.log(rows)',
      ].join('\n')
    case 'python':
      return [
        'import json, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    ${doubleQuoted(restAddress(shown))},`,
        ...(hasToken ? [`    headers={"${shown.header}": ${doubleQuoted(shown.token)}},`] : []),
        ')',
        'with urllib.request.urlopen(request) as answer:',
        '    rows = json.load(answer)',
        'print(rows)',
      ].join('\n')
    default:
      return graphqlText(shown)
  }
}

/** Returns the address of the GraphQL API. */
export function graphqlAddress({ origin, projectId }: Pick<ShownRows, 'origin' | 'projectId'>): string {
  return `${origin}/nc/${encodeURIComponent(projectId)}/v1/graphql`
}

function restAddress({ origin, projectId, table, sort, search, where, condition, fields, values }: ShownRows): string {
  const parameters: [string, string][] = [['limit', String(rows)], ...Object.entries(values ?? {})]
  if (where !== '') parameters.push(['where', where])
  if (condition !== '') parameters.push(['conditionGraph', condition])
  if (search !== '') parameters.push(['search', search])
  if (sort.length > 0) parameters.push(['sort', formatSort(sort)])
  if (fields.length < columnTitles(table).length) parameters.push(['fields', formatNameList(fields)])
  parameters.push(...(['hm', 'bt', 'mm'] as const).map((name): [string, string] => [name, '']))
  const query = parameters.map(([name, value]) => `${strictlyEncoded(name)}=${strictlyEncoded(value)}`).join('&')
  return `${origin}/nc/${strictlyEncoded(projectId)}/api/v1/${strictlyEncoded(table.title)}?${query}`
}

function graphqlText({ table, tables, sort, search, where, condition, fields, values }: ShownRows): string {
  const titles = columnTitles(table)
  const names = graphqlFieldNames(titles)
  const shown = titles.flatMap((title, at) => (fields.includes(title) ? [names[at] ?? title] : []))
  const name = graphqlTableNames(tables)[tables.indexOf(table.title)] ?? table.title
  const given = [
    `limit: ${rows}`,
    ...(table.parameters ?? []).flatMap((parameter) => {
      const text = values?.[parameter.name]
      return text === undefined ? [] : [`${parameter.name}: ${JSON.stringify(parameterValue(parameter, text))}`]
    }),
    ...(where === '' ? [] : [`where: ${JSON.stringify(where)}`]),
    ...(condition === '' ? [] : [`conditionGraph: ${JSON.stringify(condition)}`]),
    ...(search === '' ? [] : [`search: ${JSON.stringify(search)}`]),
    ...(sort.length === 0 ? [] : [`sort: ${JSON.stringify(formatSort(sort))}`]),
  ]
  return ['{', `  ${name}List(${given.join(', ')}) {`, ...shown.map((field) => `    ${field}`), '  }', '}'].join('\n')
}

/** Returns the titles of all columns with values. Links aren't among them, because they hold rows of other tables. */
function columnTitles({ columns, virtualColumns }: Table): string[] {
  return [...columns, ...virtualColumns.filter(({ kind }) => kind !== 'link')].map(({ title }) => title)
}
