import { writeWords } from '@renderer/features/production/write-words'
import { expect, it } from 'vitest'

const words = (operation: 'tableUpdate' | 'tableDelete' | 'tableRename', args: unknown) =>
  writeWords({ projectId: 'p', what: { operation, args } })

it('says what a write to a database in production does', () => {
  const changes = [
    { change: 'add', column: { name: 'note', title: 'Note' } },
    { change: 'update', name: 'price', column: { name: 'price', title: 'Cost' } },
    { change: 'rename', name: 'year', to: 'Since' },
    { change: 'delete', name: 'old' },
  ]
  expect(words('tableUpdate', { table: 'jobs', changes })).toEqual({
    what: 'Update table',
    details: [
      'Table jobs',
      'Adds the column Note',
      'Changes the column price to Cost',
      'Changes the column year to Since',
      'Deletes the column old',
    ],
  })
  expect(words('tableRename', { table: 'jobs', name: 'work' }).details).toEqual(['Table jobs', 'Table work'])
  expect(words('tableDelete', { table: 'jobs' })).toEqual({ what: 'Delete table', details: ['Table jobs'] })
  expect(writeWords({ projectId: 'p', what: { method: 'PUT', table: 'Jobs' } })).toEqual({
    what: 'Change records',
    details: ['Table Jobs'],
  })
})
