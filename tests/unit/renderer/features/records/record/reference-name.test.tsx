import { data, queryClient } from '@renderer/api'
import { LinkLabels } from '@renderer/features/records/links/link-labels'
import { isReference, ReferenceName } from '@renderer/features/records/record/ReferenceName'
import { draw } from '@tests/helpers/renderer'
import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { untilItWorks } from '@tests/helpers/until'
import { afterEach, expect, it, vi } from 'vitest'
import { albumIdColumn, albumLink, albumTable, idColumn, nameColumn, tableOf } from '../fixtures'

const table = tableOf([idColumn, nameColumn, albumIdColumn], { virtualColumns: [albumLink] })
const reader = { locale: 'en' }
const labels = new LinkLabels(() => reader)
labels.use(new Map([['albums', albumTable]]), true)
const model = { table, labels, reader }

const show = (value: string) =>
  draw(
    <QueryClientProvider client={queryClient}>
      <ReferenceName projectId="shop" model={model} column={albumIdColumn} value={value} />
    </QueryClientProvider>,
  )

afterEach(() => vi.restoreAllMocks())

it('a reference in the history is shown by the name of its record', async () => {
  const read = vi.spyOn(data, 'call').mockResolvedValue([{ Id: 3, Name: 'Glasshouse' }])
  show('3')
  expect((await screen.findByText('Glasshouse')).title).toBe('3')
  expect(read.mock.calls[0]?.[2]?.query).toEqual({ limit: 1, fields: 'Id,Name', conditionGraph: '{"Id":{"eq":"3"}}' })
  expect([isReference(model, albumIdColumn), isReference(model, nameColumn)]).toEqual([true, false])
})

it('a reference to a record that is gone is shown as it is stored', async () => {
  const read = vi.spyOn(data, 'call').mockResolvedValue([])
  show('9')
  await untilItWorks(() => expect(read).toHaveBeenCalled())
  await screen.findByText('9')
})
