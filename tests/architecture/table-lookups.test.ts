import { describe, expect, it } from 'vitest'
import { allSources, type Source } from './sources'

/*
 * A name leads to a table only for a principal: through `TablesInSight`, which the catalog gives for one. The data API
 * takes no other tables (`SightedTable`).
 */

const main = allSources().filter(({ path }) => path.startsWith('main/'))
const linesWith = (sources: readonly Source[], pattern: RegExp): string[] =>
  sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : []))

/** Interfaces of look-ups that belong to a principal. */
const lookUps = ['main/dataapi/ports.ts', 'main/features/tables/catalog/catalog.ts']

/** Makes tables in sight. */
const sightCalls = /\b(?:sight|sightUnder|wholeSight)\(/
const mayMakeSights = [
  'main/dataapi/compile/filter.ts',
  'main/dataapi/plan/columns.ts',
  'main/features/tables/catalog/catalog.ts',
]

/** Work of the server itself, each with its reason. */
const system: Readonly<Record<string, string>> = {
  'main/dataapi/plan/sights.ts': 'A row filter may use hidden columns and tables.',
  'main/dataapi/rows/apply-changes.ts': 'A delete changes linked rows that the principal may not see.',
  'main/dataapi/rows/row-writing.ts': 'A delete changes linked rows that the principal may not see.',
  'main/dataapi/run/row-places.ts': 'Operations have permitted the record; its name goes into notices.',
  'main/features/automations/drain.ts': 'The filter of an automation sees whole records; its author does too.',
  'main/features/attachments/readers.ts': 'An upload in a hidden cell is closed, even for its uploader.',
  'main/features/audit/audit-scope.ts': 'Compares the tables of the principal with all of them.',
  'main/features/changes/reverses.ts': 'The log holds whole rows. The writes check the rights of the principal.',
  'main/features/shares/principals.ts': 'The filter of a shared view may use hidden columns and tables.',
  'main/features/tables/catalog/description.ts': 'Reads the id of a table that the principal sees.',
  'main/features/tables/index.ts': 'Schema changes are permitted as a whole.',
  'main/features/tables/table-values.ts': 'Lines of the audit are hidden with the tables that they are about.',
  'main/features/trash/rows.ts': 'A restore reaches linked rows that the principal may not see.',
  'main/features/trash/service.ts': 'A restore reaches linked rows that the principal may not see.',
  'main/features/views/view-rows.ts': 'Settings of a view may name any column.',
  'main/http/legacy/tables/model-set.ts': 'Schema changes are permitted as a whole.',
  'main/http/swagger.ts': 'With open schema, the document names every table.',
}

describe('look-ups of tables', () => {
  it('have a principal', () => {
    const port =
      /readonly \w+\??:\s*\(\s*projectId: string,\s*\w+: string,?\s*\)\s*=>\s*(?:Promise<)?(?:Table|SightedTable|OpenedTable)\b/
    const found = linesWith(
      main.filter(({ path }) => !lookUps.includes(path)),
      port,
    )
    expect(found).toEqual([])
  })

  it('make tables in sight in few places', () => {
    expect(linesWith(main, sightCalls).toSorted()).toEqual(mayMakeSights)
  })

  it('act as the system only for the server itself', () => {
    expect(linesWith(main, /\bsystemPrincipal\b/).toSorted()).toEqual(Object.keys(system).toSorted())
  })

  it('reach SQL through one source, which hides rows', () => {
    const reads = main.filter(({ path }) =>
      /^main\/dataapi\/(?:compile|find|duplicates|group|nested|walk|graphql)\//.test(path),
    )
    const direct = reads.flatMap(({ path, text }) =>
      [...text.matchAll(/FROM \$\{(?:sql\.name|quote|dialect\.quote)\((?!'~)/g)].map(() => path),
    )
    // The one of `tableSource` itself.
    expect(direct.filter((path) => path !== 'main/dataapi/compile/filter.ts')).toEqual([])
  })
})
