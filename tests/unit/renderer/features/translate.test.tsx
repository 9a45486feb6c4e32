import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, client } from '@renderer/api'
import { i18n, Rich, useTranslation, withTexts } from '@renderer/i18n'
import { previewsOf } from '@renderer/features/translate/preview'
import { recordTexts, type ShownTexts } from '@renderer/features/translate/shown-texts'
import { TranslateDialog } from '@renderer/features/translate/TranslateDialog'
import { draw } from '@tests/helpers/renderer'

let recorded: ShownTexts | undefined
afterEach(() => {
  recorded?.stop()
  recorded = undefined
  vi.restoreAllMocks()
})

function Page() {
  const { t } = useTranslation()
  return (
    <main>
      <h1>{t('projects.title')}</h1>
      <button type="button" aria-label={t('grid.addRow')}>
        <svg data-testid="icon" />
      </button>
      <p data-testid="count">{t('grid.deleted', { count: 3 })}</p>
      <p data-testid="mixed">{t('trash.hint', { days: 30 })} · 12</p>
      <p>
        <Rich
          message="forms.leadsTo"
          params={{ address: 'https://harbour.example' }}
          tags={{ link: (inside) => <a href="#away">{inside}</a> }}
        />
      </p>
      <p data-testid="own">My own words</p>
    </main>
  )
}

describe('the recorded texts', () => {
  const keysAt = (element: Element): string[] => (recorded?.at(element) ?? []).map(({ key }) => key)
  beforeEach(async () => {
    await withTexts(Promise.resolve(), ['projects', 'grid', 'trash', 'forms'])
    recorded = recordTexts(i18n)
    draw(<Page />)
  })

  it('name the key of a text, of a label, and of the element around an icon', () => {
    expect(keysAt(screen.getByRole('heading'))).toContain('projects.title')
    expect(keysAt(screen.getByTestId('icon'))).toContain('grid.addRow')
    expect(keysAt(screen.getByTestId('mixed'))).toContain('trash.hint')
  })

  it('name the key of a sentence with markup, from any part of it', () => {
    expect(keysAt(screen.getByRole('link'))).toEqual(['forms.leadsTo'])
  })

  it('remember the values of a sentence', () => {
    expect(recorded?.at(screen.getByTestId('count'))).toMatchObject([{ key: 'grid.deleted', params: { count: 3 } }])
  })

  it('do not know the words of people', () => {
    expect(keysAt(screen.getByTestId('own')).filter((key) => !key.startsWith('projects.'))).toEqual([])
  })

  it('leave the texts as they are', () => {
    expect(screen.getByRole('heading').textContent).toBe(i18n.t('projects.title'))
    const reader = () => Reflect.get(i18n, 'getResource') as unknown
    const before = reader()
    recorded?.stop()
    expect(reader()).not.toBe(before)
  })
})

describe('a preview', () => {
  it('shows one sentence for each category of a plural', () => {
    const text = '{count, plural, one {# запись} few {# записи} many {# записей} other {# записи}}'
    expect(previewsOf(text, {}, 'ru').map((each) => each.text)).toEqual(['1 запись', '2 записи', '5 записей'])
  })
  it('stands in for values that the page has not shown', () => {
    expect(previewsOf('Öffne {name}', {}, 'de')).toEqual([{ count: undefined, text: 'Öffne {name}' }])
    expect(previewsOf('Öffne {name}', { name: 'Tracks' }, 'de')).toEqual([{ count: undefined, text: 'Öffne Tracks' }])
    expect(previewsOf('Öffne {name', {}, 'de')).toEqual([])
  })
})

describe('the dialog', () => {
  const catalogue = {
    originals: { 'app.language': 'Language', 'grid.deleted': 'Deleted {count}', 'grid.addRow': 'New record' },
    texts: { 'app.language': 'Sprache', 'grid.deleted': '{count} gelöscht' },
  }
  const open = (keys: readonly string[], now: Readonly<Record<string, string>> = catalogue.texts) => {
    const onRead = vi.fn(async () => now)
    const onClose = vi.fn()
    draw(
      <TranslateDialog
        language="de"
        catalogue={catalogue}
        found={keys.map((key) => ({ key, params: {} }))}
        paramsOf={() => ({})}
        onRead={onRead}
        onClose={onClose}
      />,
    )
    return { onRead, onClose }
  }
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Translation into Deutsch' })

  beforeEach(() => withTexts(Promise.resolve(), ['translate', 'ui']))

  it('saves a corrected text and shows it', async () => {
    i18n.addResourceBundle('de', 'app', { language: 'Sprache' })
    const call = vi.spyOn(client, 'call').mockResolvedValue({ key: 'app.language', text: 'Die Sprache' })
    const { onRead, onClose } = open(['app.language'])
    expect(field().value).toBe('Sprache')
    fireEvent.change(field(), { target: { value: 'Die Sprache' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save translation' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(call.mock.calls[0]?.slice(0, 2)).toEqual([
      'translationSave',
      { language: 'de', key: 'app.language', text: 'Die Sprache', before: 'Sprache' },
    ])
    expect(onRead).toHaveBeenCalled()
    expect(i18n.getResource('de', 'app', 'language')).toBe('Die Sprache')
    i18n.removeResourceBundle('de', 'app')
  })

  it('leaves texts that are not loaded to their file', async () => {
    vi.spyOn(client, 'call').mockResolvedValue({ key: 'app.language', text: 'Die Sprache' })
    const { onClose } = open(['app.language'])
    fireEvent.change(field(), { target: { value: 'Die Sprache' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save translation' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    // With one text, the others would count as loaded.
    expect(i18n.hasResourceBundle('de', 'app')).toBe(false)
  })

  it('keeps the changes of other texts after a save', async () => {
    const call = vi.spyOn(client, 'call').mockResolvedValue({ key: 'app.language', text: 'Die Sprache' })
    const { onClose } = open(['app.language', 'grid.deleted'])
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save translation' }))
    fireEvent.change(field(), { target: { value: 'Die Sprache' } })
    fireEvent.click(screen.getByRole('button', { name: /grid\.deleted/ }))
    fireEvent.change(field(), { target: { value: '{count} weg' } })
    fireEvent.click(screen.getByRole('button', { name: /app\.language/ }))
    save()
    await waitFor(() => expect(field().value).toBe('{count} weg'))
    expect(onClose).not.toHaveBeenCalled()
    save()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(call.mock.calls.map(([, input]) => (input as { key: string }).key)).toEqual(['app.language', 'grid.deleted'])
  })

  it('shows a text that another program has changed, and replaces it with the next save', async () => {
    const changed = new ApiError('TRANSLATION_CHANGED', 'The text is now Idiom.', 409, { text: 'Idiom' })
    const call = vi.spyOn(client, 'call').mockRejectedValueOnce(changed).mockResolvedValue({})
    const { onClose } = open(['app.language'], { 'app.language': 'Idiom' })
    fireEvent.change(field(), { target: { value: 'Die Sprache' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save translation' }))
    await screen.findByText(/Idiom/)
    expect(field().value).toBe('Die Sprache')
    fireEvent.click(screen.getByRole('button', { name: 'Save translation' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(call.mock.calls.map(([, input]) => (input as { before: string }).before)).toEqual(['Sprache', 'Idiom'])
  })

  it('says what is wrong with a text, and does not save it', () => {
    const call = vi.spyOn(client, 'call')
    open(['grid.deleted'])
    fireEvent.change(field(), { target: { value: 'Alles gelöscht' } })
    expect(screen.getAllByText('{count} is missing.').length).toBeGreaterThan(0)
    fireEvent.change(field(), { target: { value: '{count gelöscht' } })
    expect(screen.getAllByText(/^Check braces and tags/).length).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', { name: 'Save translation' }))
    expect(call).not.toHaveBeenCalled()
  })

  it('lets you choose among the texts of a place, and search for others', () => {
    open(['app.language', 'grid.deleted'])
    const list = screen.getByRole('list', { name: 'Texts at this place' })
    fireEvent.click(within(list).getByRole('button', { name: /grid\.deleted/ }))
    expect(field().value).toBe('{count} gelöscht')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'new rec' } })
    expect(field().value).toBe('')
    expect(screen.getAllByText('Enter a translation.').length).toBeGreaterThan(0)
    expect(screen.getByText('grid.addRow')).toBeTruthy()
  })
})
