import { editMode, useEditMode } from '@renderer/features/templates'
import { TemplatesPage } from '@renderer/features/templates/TemplatesPage'
import { pageEvents } from '@renderer/stores'
import type { Answer } from '@tests/helpers/fake-server'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { entryOf } from './entries'
import { drawAt, stageTemplates } from './stage'

const long = 'x'.repeat(250)
const gradient = 'linear-gradient(135deg, #0b63ce, #5cb8ff)'
const list = [
  entryOf('crm', { title: 'Sales CRM', category: 'Sales', description: long, image: gradient }),
  entryOf('okrs', {
    title: 'Goals',
    category: 'Teams',
    description: 'Goals by quarter',
    image: 'https://example.com/a.png',
  }),
  entryOf('mine', { title: 'My shop', category: 'Sales', origin: 'own' }),
]
const categories = [
  { category: 'Sales', count: 2 },
  { category: 'Teams', count: 1 },
]
const stage = stageTemplates(() => ({
  templateList: { body: { list, host: null } },
  templateCategoryList: { body: { list: categories } },
  templateRead: { status: 404, body: { code: 'TEMPLATE_NOT_FOUND', msg: 'There is none' } },
}))
beforeEach(() => editMode.leave())

const show = (address = '/project/templates') => drawAt(address, <TemplatesPage />)

const cards = async (): Promise<HTMLElement[]> => {
  await screen.findByRole('link', { name: /Goals/ })
  return screen.getAllByRole('link').filter((link) => link.dataset['template'] !== undefined)
}

describe('the gallery of templates', () => {
  it('shows ten skeletons while it loads', () => {
    const never = new Promise<Answer>(() => undefined)
    stage.answers = { templateList: never, templateCategoryList: never }
    show()
    expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(10)
    expect(screen.getByText('Loading the templates')).toBeDefined()
  })

  it('shows categories with their counts, and the templates of the chosen one', async () => {
    show()
    await cards()
    const drawer = screen.getByRole('navigation', { name: 'Categories' })
    expect(
      within(drawer)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(['All templates3', 'Sales2', 'Teams1', 'Saved1']))
    fireEvent.click(within(drawer).getByRole('button', { name: /Sales/ }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Goals/ })).toBeNull())
    fireEvent.click(within(drawer).getByRole('button', { name: /Saved/ }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Sales CRM/ })).toBeNull())
    expect(screen.getByRole('link', { name: /My shop/ })).toBeDefined()
  })

  it('shows a card with its gradient or image, title and description', async () => {
    show()
    const [crm, okrs] = await cards()
    const cover = (crm as HTMLElement).querySelector<HTMLElement>('[style]')
    // jsdom writes colours as rgb().
    expect(cover?.style.background).toContain('linear-gradient(135deg, rgb(11, 99, 206), rgb(92, 184, 255))')
    expect(okrs?.querySelector('img')?.getAttribute('src')).toBe('https://example.com/a.png')
    expect(within(okrs as HTMLElement).getByText('Goals')).toBeDefined()
    expect(within(okrs as HTMLElement).getByText('Goals by quarter')).toBeDefined()
  })

  it("says 'No templates found' where there are none", async () => {
    stage.answers = { templateList: { body: { list: [], host: null } }, templateCategoryList: { body: { list: [] } } }
    show()
    expect(await screen.findByRole('heading', { name: 'No templates found' })).toBeDefined()
  })

  it('cuts the description of a card at 200 characters', async () => {
    show()
    await cards()
    expect(screen.getByText(`${'x'.repeat(200)}…`)).toBeDefined()
  })

  it('leads to the detail of a template, at its address', async () => {
    const router = show()
    const [first] = await cards()
    fireEvent.click(first as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/project/templates/crm'))
  })

  it('moves the focus from card to card with arrow keys', async () => {
    show()
    const [first, second] = await cards()
    first?.focus()
    fireEvent.keyDown(first as HTMLElement, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
    fireEvent.keyDown(second as HTMLElement, { key: 'ArrowLeft' })
    expect(document.activeElement).toBe(first)
  })

  it('says that nothing was found, and shows all templates again', async () => {
    show()
    await cards()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zebra' } })
    expect(screen.getByRole('heading', { name: 'No templates found' })).toBeDefined()
    expect(screen.getByText(/No template contains “zebra”/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show all templates' }))
    expect((await cards()).length).toBe(3)
  })

  it('only logs a failure, says what to do and tries again', async () => {
    const works = stage.answers
    const refusal = { status: 400, body: { code: 'TEMPLATE_SERVICE_REFUSED', msg: 'The service refused' } }
    stage.answers = { templateList: refusal, templateCategoryList: refusal }
    show()
    expect(await screen.findByRole('heading', { name: 'No templates found' })).toBeDefined()
    expect(screen.getByText(/couldn't be loaded/)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    const logged = pageEvents().map(({ text }) => text)
    expect(logged).toEqual(
      expect.arrayContaining([
        expect.stringContaining('loading templates failed'),
        expect.stringContaining('loading categories of templates failed'),
      ]),
    )
    stage.answers = works
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect((await cards()).length).toBe(3)
  })

  it('says that an unknown template does not exist, and leads back', async () => {
    const router = show('/project/templates/nowhere')
    expect(await screen.findByText("This template doesn't exist")).toBeDefined()
    const buttons = await screen.findAllByRole('button', { name: 'Show all templates' })
    fireEvent.click(buttons.at(-1) as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/project/templates'))
  })
})

describe('the heading Categories', () => {
  it('shows a password field for the edit token after more than three double clicks', async () => {
    show()
    await cards()
    const heading = screen.getByRole('heading', { name: 'Categories' })
    for (let count = 0; count < 3; count += 1) fireEvent.doubleClick(heading)
    expect(screen.queryByLabelText('Edit token')).toBeNull()
    fireEvent.doubleClick(heading)
    const field = screen.getByLabelText('Edit token')
    expect(field.getAttribute('type')).toBe('password')
    fireEvent.change(field, { target: { value: 's3cret' } })
    expect(useEditMode.getState().token).toBe('s3cret')
  })
})
