import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SnapshotDifference, WireSnapshot } from '@common/operations/snapshots'
import { queryClient } from '@renderer/api'
import { CompareDialog } from '@renderer/features/snapshots/CompareDialog'
import { fakeServer, operationIn, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

const snapshot: WireSnapshot = {
  id: 'a1',
  title: 'Before',
  tables: 2,
  rows: 30_000,
  bytes: 1_000,
  user: 'ada@example.com',
  when: '2026-11-20T16:42:00.000Z',
  scheduled: false,
}
const difference = (table: string, changed: number): SnapshotDifference => ({
  table,
  title: table,
  state: changed === 0 ? 'same' : 'changed',
  added: 0,
  changed,
  deleted: 0,
  restorable: changed > 0,
})

afterEach(() => vi.unstubAllGlobals())

function show(differences: readonly SnapshotDifference[], restore: () => Promise<Answer>): () => string[] {
  queryClient.clear()
  const server = fakeServer(({ path }) =>
    operationIn(path).name === 'snapshotCompare' ? { body: differences } : restore(),
  )
  vi.stubGlobal('fetch', server.send)
  draw(
    <QueryClientProvider client={queryClient}>
      <CompareDialog projectId="p" snapshot={snapshot} onClose={() => undefined} onRowsWritten={() => undefined} />
    </QueryClientProvider>,
  )
  return () => server.asked.map(({ path }) => operationIn(path).name)
}

it('says before the restore that it would write too many records, until fewer tables are chosen', async () => {
  const asked = show([difference('Large', 99_999), difference('Small', 2)], () => Promise.resolve({ body: {} }))
  await screen.findByText(/^A restore writes up to 100,000 records\. 100,001 differ/)
  const action = (): HTMLElement => screen.getByRole('button', { name: /^Restore records of/ })
  expect(action().getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(action())
  fireEvent.click(screen.getByRole('checkbox', { name: 'Restore Small' }))
  expect(screen.queryByText(/^A restore writes up to/)).toBeNull()
  expect(action().getAttribute('aria-disabled')).not.toBe('true')
  expect(asked()).toEqual(['snapshotCompare'])
})

it('cancels a restore that runs', async () => {
  show([difference('Small', 2)], () => new Promise<Answer>(() => undefined))
  const cancelled = vi.spyOn(AbortController.prototype, 'abort')
  fireEvent.click(await screen.findByRole('button', { name: 'Restore records of 1 table' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(cancelled).toHaveBeenCalled())
})
