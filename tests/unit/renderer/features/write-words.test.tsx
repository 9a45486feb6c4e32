import { writeWords } from '@renderer/features/production/write-words'
import { expect, it } from 'vitest'

const words = (operation: 'tableUpdate' | 'tableDelete' | 'tableRename', args: unknown) =>
  writeWords({ projectId: 'p', what: { operation, args } })

it('says what a write to a database in production does', () => {
  const columns = [
    { cn: 'name', _cn: 'Name', altered: 0 },
    { cn: 'note', _cn: 'Note', altered: 1 },
    { cn: 'price', _cn: 'Cost', cno: 'price', altered: 2 },
    { cn: 'old', _cn: 'Old', altered: 4 },
  ]
  expect(words('tableUpdate', { tn: 'jobs', columns })).toEqual({
    what: 'Update table',
    details: ['Table jobs', 'Adds the column Note', 'Changes the column price to Cost', 'Deletes the column Old'],
  })
  expect(words('tableRename', { tn_old: 'jobs', tn: 'work' }).details).toEqual(['Table jobs', 'Table work'])
  expect(words('tableDelete', { tn: 'jobs' })).toEqual({ what: 'Delete table', details: ['Table jobs'] })
  expect(writeWords({ projectId: 'p', what: { method: 'PUT', table: 'Jobs' } })).toEqual({
    what: 'Change records',
    details: ['Table Jobs'],
  })
})
