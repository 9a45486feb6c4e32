import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AttachedFile } from '@common/columns/values/files'
import type { FilterReader } from '@common/views'
import { readForm } from '@common/views/form-fields'
import { ApiError } from '@renderer/api'
import { FormFill } from '@renderer/features/form/FormFill'
import type { FormSources } from '@renderer/features/form/sources'
import type { SendForm } from '@renderer/features/form/use-filling'
import { draw } from '@tests/helpers/renderer'
import { column, idColumn, tableOf } from '../records/fixtures'

const reader: FilterReader = { now: new Date('2026-09-18'), timeZone: 'UTC', locale: 'en', email: '' }
const table = tableOf([idColumn, column({ title: 'Name' }), column({ title: 'Files', uiType: 'Attachment' })])
const form = readForm(
  {
    parts: [
      { kind: 'field', column: 'Name' },
      { kind: 'section', id: '1', title: 'And then', step: true },
      { kind: 'field', column: 'Files' },
    ],
  },
  table,
  'Songs',
)
const stored = ({ name, size, type }: File): AttachedFile => ({
  title: name,
  url: `https://files.example/${name}`,
  size,
  mimetype: type,
})
const none = () => Promise.resolve([])

/** Opens the form with two pages, whose files arrive on demand. */
function open(onSend: SendForm = () => Promise.resolve()) {
  const arrivals: { readonly arrive: () => void; readonly fail: (sentence: string) => void }[] = []
  const upload: FormSources['upload'] = (file) =>
    new Promise((resolve, reject) => {
      arrivals.push({
        arrive: () => resolve(stored(file)),
        fail: (sentence) => reject(new ApiError('ATTACHMENT_TOO_LARGE', sentence, 413, {})),
      })
    })
  draw(
    <FormFill form={form} reader={reader} sources={{ people: [], find: none, labels: none, upload }} onSend={onSend} />,
  )
  return { arrivals }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (...names: string[]) => {
  const files = names.map((name) => new File(['a'], name))
  fireEvent.change(within(screen.getByRole('form')).getByLabelText('Files', { selector: 'input' }), {
    target: { files },
  })
}

afterEach(() => vi.unstubAllGlobals())

describe('a form of several pages', () => {
  it('waits for files that were chosen, whatever page is shown meanwhile', async () => {
    const send = vi.fn<SendForm>(() => Promise.resolve())
    const { arrivals } = open(send)
    press('Next')
    await screen.findByText('Choose one')
    choose('one.txt')
    await screen.findByText('one.txt')
    press('Back')
    await screen.findByRole('textbox', { name: 'Name' })
    press('Next')
    await screen.findByText('one.txt')
    press('Submit')
    await screen.findByText('still', { exact: false })
    expect(send).not.toHaveBeenCalled()
    choose('two.txt')
    arrivals.forEach(({ arrive }) => arrive())
    await screen.findByRole('button', { name: 'Remove two.txt' })
    press('Submit')
    await waitFor(() => expect(send).toHaveBeenCalled())
    expect(send.mock.calls[0]?.[0]['Files']).toMatchObject([{ title: 'one.txt' }, { title: 'two.txt' }])
  })

  it('says of a file that could not be stored while another page was shown', async () => {
    const { arrivals } = open()
    press('Next')
    await screen.findByText('Choose one')
    choose('one.txt')
    await screen.findByText('one.txt')
    press('Back')
    await screen.findByRole('textbox', { name: 'Name' })
    arrivals[0]?.fail('No room for it.')
    press('Next')
    expect((await screen.findByRole('alert')).textContent).toBe('No room for it.')
  })

  it('goes to the field that the server refuses, however late its page is drawn', async () => {
    // A frame that ends before the other page renders.
    vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
      run(0)
      return 0
    })
    open(() => Promise.reject(new ApiError('ROW_INVALID', 'Name is taken.', 400, { column: 'Name' })))
    press('Next')
    await screen.findByText('Choose one')
    press('Submit')
    await screen.findByText('Name is taken.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
  })
})

describe('a select that takes other answers', () => {
  const options = { options: ['Rock', 'Folk'].map((title) => ({ title, color: 'blue' as const })) }
  const choices = tableOf([
    idColumn,
    column({ title: 'Genre', uiType: 'SingleSelect', options }),
    column({ title: 'Tags', uiType: 'MultiSelect', options }),
  ])
  const parts = ['Genre', 'Tags'].map((name) => ({ kind: 'field', column: name, other: true }))
  const fill = (onSend: SendForm) => {
    const open = readForm({ parts }, choices, 'Songs')
    const sources = { people: [], find: none, labels: none, upload: () => Promise.reject(new Error()) }
    draw(<FormFill form={open} reader={reader} sources={sources} onSend={onSend} />)
    return (field: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Another answer to “${field}”` })
  }

  it('sends what is written beside the options, instead of the one or with the many', async () => {
    const onSend = vi.fn<SendForm>(() => Promise.resolve())
    const other = fill(onSend)
    fireEvent.click(screen.getByRole('radio', { name: 'Rock' }))
    fireEvent.change(other('Genre'), { target: { value: 'Polka' } })
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Rock' }).checked).toBe(false)
    fireEvent.change(other('Tags'), { target: { value: 'a,live' } })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Folk' }))
    expect(other('Tags').value).toBe('alive')
    press('Submit')
    await waitFor(() => expect(onSend).toHaveBeenCalled())
    expect(onSend.mock.calls[0]?.[0]).toEqual({ Genre: 'Polka', Tags: ['Folk', 'alive'] })
  })

  it('goes back to an option when one is chosen', () => {
    const other = fill(() => Promise.resolve())
    fireEvent.change(other('Genre'), { target: { value: 'Polka' } })
    fireEvent.click(screen.getByRole('radio', { name: 'Folk' }))
    expect(other('Genre').value).toBe('')
  })
})
