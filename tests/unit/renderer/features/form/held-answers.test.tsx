import { readForm } from '@common/views/form-fields'
import { nothingPrefilled } from '@renderer/features/form/prefill'
import { useFilling } from '@renderer/features/form/use-filling'
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { idColumn, nameColumn, tableOf } from '../records/fixtures'

it('what was written into a form is there again when somebody comes back to it, until it is sent', async () => {
  const form = readForm({ parts: [{ kind: 'field', column: 'Name' }] }, tableOf([idColumn, nameColumn]), 'Form')
  const [name] = form.fields
  if (name === undefined) throw new Error('No field')
  const onSend = vi.fn((_answers: unknown, _submission: string) => Promise.resolve())
  const reader = { locale: 'en', timeZone: 'UTC', today: { year: 2026, month: 1, day: 1 } } as never
  const written = { kind: 'text', text: 'Half an ans' } as const
  const open = (heldAs: string | undefined) =>
    renderHook(() => useFilling({ form, reader, prefilled: nothingPrefilled, onSend, heldAs }))
  const draftIn = (of: ReturnType<typeof open>): unknown => of.result.current.draftOf(name)

  const first = open('mine')
  const before = draftIn(first)
  act(() => first.result.current.change(name, written))
  onSend.mockRejectedValueOnce(new Error('away'))
  await act(async () => void (await first.result.current.goOn()))
  first.unmount()

  expect(draftIn(open('yours'))).toEqual(before)
  expect(draftIn(open(undefined))).toEqual(before)
  const again = open('mine')
  expect(draftIn(again)).toEqual(written)
  await act(async () => void (await again.result.current.goOn()))
  // The same submission id, so that no second record is created.
  expect(new Set(onSend.mock.calls.map(([, submission]) => submission)).size).toBe(1)
  again.unmount()
  expect(draftIn(open('mine'))).toEqual(before)
})
