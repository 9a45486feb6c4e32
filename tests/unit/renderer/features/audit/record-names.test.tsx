import type { Table } from '@common/model'
import type { ListedAuditLine } from '@common/operations/audit'
import { data, queryClient } from '@renderer/api'
import { referencedTables, useAuditNames, wantedRecords } from '@renderer/features/audit/record-names'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { albumIdColumn, albumLink, albumTable, idColumn, nameColumn, tableOf } from '../records/fixtures'

const track: Table = tableOf([idColumn, nameColumn, albumIdColumn], {
  name: 'tracks',
  title: 'Tracks',
  virtualColumns: [albumLink],
})
const tables = new Map([track, albumTable].map((table) => [table.name, table]))

vi.mock('@renderer/features/tables', async (original) => ({
  ...(await original<object>()),
  useTablesNamed: () => ({ tables, missing: new Set() }),
}))

const line = (kind: string, row: string, details: readonly object[]): ListedAuditLine => ({
  id: `${kind} ${row}`,
  user: null,
  ip: null,
  actor: null,
  origin: null,
  projectId: 'shop',
  table: 'tracks',
  rowId: row,
  type: 'DATA',
  action: kind,
  description: null,
  details,
  when: '',
})
const moved = line('UPDATE', '7', [{ column: 'Album', before: 1, after: 3 }])
const renamed = line('UPDATE', '7', [{ column: 'Name', before: 'Idle', after: 'Idle (live)' }])
const deleted = line('DELETE', '8', [
  { column: 'Name', before: 'Telemetry', after: null },
  { column: 'Album', before: 9, after: null },
])

describe('the names of records in the audit', () => {
  it('are wanted once for each record, of lines and of what their values refer to', () => {
    const lines = [moved, renamed, { ...moved, rowId: '#1f' }, { ...moved, table: 'gone' }]
    expect(referencedTables(lines, tables)).toEqual(['albums'])
    expect(wantedRecords(lines, tables)).toEqual([
      { table: 'tracks', columns: ['Id'], keys: [['7']] },
      { table: 'albums', columns: ['Id'], keys: [['1'], ['3']] },
    ])
  })

  it('are read with one request for each table; deleted records keep the name of their line', async () => {
    const read = vi.spyOn(data, 'call').mockImplementation((_project, [table]) =>
      Promise.resolve(
        table === 'Tracks'
          ? [{ Id: 7, Name: 'Idle (live)' }]
          : [
              { Id: 1, Name: 'Tidewater' },
              { Id: 3, Name: 'Glasshouse' },
            ],
      ),
    )
    const lines = [moved, renamed, deleted]
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    )
    const isKnown = (): boolean => true
    const { result } = renderHook(() => useAuditNames('shop', lines, isKnown), { wrapper })
    await waitFor(() => expect(result.current.ofLine(moved)).toBe('Idle (live)'))
    await waitFor(() => expect(result.current.ofValue(moved, 'Album', '1')).toBe('Tidewater'))
    expect(result.current.ofValue(moved, 'Album', '3')).toBe('Glasshouse')
    expect(result.current.ofValue(deleted, 'Album', '9')).toBeUndefined()
    expect(result.current.ofValue(renamed, 'Name', 'Idle')).toBeUndefined()
    expect(result.current.ofLine(deleted)).toBe('Telemetry')
    expect(read).toHaveBeenCalledTimes(2)
    const asked = read.mock.calls.map(([, , options]) => options?.query)
    expect(asked[0]).toEqual({
      fields: 'Id,Name',
      limit: 2,
      conditionGraph: JSON.stringify({
        _or: [{ _and: [{ Id: { eq: '7' } }] }, { _and: [{ Id: { eq: '8' } }] }],
      }),
    })
  })
})
