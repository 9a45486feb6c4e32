import { asShown } from '@tests/helpers/as-shown'
import { afterEach, describe, expect, it } from 'vitest'
import { runWork } from '@renderer/features/work'
import { useNotifications, useToasts } from '@renderer/stores'

const words = {
  type: 'Export',
  module: 'metadata',
  running: 'Exporting',
  detail: 'With records',
  failed: 'Not exported',
  cancelled: 'Cancelled',
}
const line = () => asShown(useNotifications.getState()).list[0]

afterEach(() => {
  useNotifications.setState({ list: [] })
  useToasts.setState({ toasts: [] })
})

describe('long work', () => {
  it('can be cancelled while it runs', async () => {
    const running = runWork(
      words,
      (signal) => new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('Left')))),
      () => 'Exported',
    )
    expect(line()).toMatchObject({ title: 'Exporting', status: 'pending', progress: { detail: 'With records' } })
    line()?.progress?.cancel?.()
    await running
    expect(line()).toMatchObject({ title: 'Cancelled', status: 'error', reason: undefined })
    expect(asShown(useToasts.getState()).toasts).toMatchObject([{ text: 'Cancelled' }])
  })

  it('reports its result, or why it failed', async () => {
    await runWork(
      words,
      () => Promise.resolve(3),
      (count) => `Exported ${count}`,
    )
    expect(line()).toMatchObject({ title: 'Exported 3', status: 'success' })
    await runWork(
      words,
      () => Promise.reject(new Error('The disk is full')),
      () => 'Exported',
    )
    expect(line()).toMatchObject({ title: 'Not exported', status: 'error' })
  })
})
