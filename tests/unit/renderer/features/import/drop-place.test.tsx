import { asShown } from '@tests/helpers/as-shown'
import { DropPlace } from '@renderer/features/import'
import { useDropTarget } from '@renderer/features/import/drop-target'
import { useToasts } from '@renderer/stores'
import { draw } from '@tests/helpers/renderer'
import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

function Page({ take }: { readonly take: (files: readonly File[]) => void }) {
  useDropTarget({ title: 'Drop to import', text: 'Files become records.', take })
  return <DropPlace />
}

afterEach(() => useToasts.setState({ toasts: [] }))

it('files that are dropped are taken, and of a folder it is said what to do instead', () => {
  const take = vi.fn<(files: readonly File[]) => void>()
  draw(<Page take={take} />)
  const file = new File(['a,b'], 'a.csv')
  const entry = (name: string, isDirectory: boolean) => ({
    kind: 'file',
    webkitGetAsEntry: () => ({ name, isDirectory }),
  })
  const drop = (files: readonly File[], items: readonly unknown[]): void => {
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files, items } })
  }
  drop([new File([''], 'Papers')], [entry('Papers', true)])
  expect(take).not.toHaveBeenCalled()
  expect(asShown(useToasts.getState()).toasts.map(({ text }) => text)).toEqual([
    'Papers is a folder. Open it, and drop the files that are in it.',
  ])
  drop([new File([''], 'Papers'), file], [entry('Papers', true), entry('a.csv', false)])
  expect(take.mock.calls).toEqual([[[file]]])
})
