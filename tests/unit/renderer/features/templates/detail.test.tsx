import { TemplatePicker } from '@renderer/features/templates/TemplatePicker'
import { TemplatesPage } from '@renderer/features/templates/TemplatesPage'
import { templatePicker } from '@renderer/features/templates/picker'
import { bindNavigation } from '@renderer/stores'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { entryOf } from './entries'
import { drawAt, stageTemplates } from './stage'

const picture = 'https://example.com/header.png'
const entry = entryOf('shop', { title: 'Shop', category: 'Sales', image: picture, tags: ['orders'] })
const template = {
  title: 'Shop',
  category: 'Sales',
  tags: ['orders'],
  description: 'Customers and their orders',
  image_url: picture,
  tables: [
    {
      tn: 'customers',
      columns: [{ cn: 'name', uidt: 'SingleLineText', values: ['Ada', 'Mina'] }],
      hasMany: [{ tn: 'orders', _cn: 'Orders' }],
      manyToMany: [],
      belongsTo: [],
      v: [],
    },
    {
      tn: 'orders',
      columns: [{ cn: 'number', uidt: 'Number', values: [7, 8, 9] }],
      hasMany: [],
      manyToMany: [],
      belongsTo: [{ tn: 'customers', _cn: 'Customer', values: [1, 1, 2] }],
      v: [],
    },
  ],
}
const stage = stageTemplates(() => ({
  templateList: { body: { list: [entry], host: null } },
  templateCategoryList: { body: { list: [{ category: 'Sales', count: 1 }] } },
  templateRead: { body: { ...entry, template } },
  projectList: { body: [] },
}))
const went = vi.fn()

beforeEach(() => {
  went.mockClear()
  bindNavigation(went)
  templatePicker.close()
})

describe('the detail of a template', () => {
  it('shows header image, title, Use template, description and the tables, all read-only', async () => {
    drawAt('/project/templates/shop', <TemplatesPage />)
    const detail = within(await screen.findByRole('article', { name: 'Shop' }))
    expect(document.querySelector('article img')?.getAttribute('src')).toBe(picture)
    expect(detail.getByRole('heading', { name: 'Shop' })).toBe(document.activeElement)
    expect(detail.getByRole('button', { name: 'Use template' })).toBeDefined()
    expect(detail.getByText('Customers and their orders')).toBeDefined()
    expect(detail.getByText('By Basalt · 2 tables · 4 columns · 5 sample rows')).toBeDefined()
    expect(detail.getByText('2 tables, 1 relation')).toBeDefined()
    const rows = (): string[][] =>
      within(detail.getByRole('region', { name: /^Sample rows of / }))
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        )
    expect(rows()).toEqual([
      ['Ada', '78'],
      ['Mina', '9'],
    ])
    fireEvent.click(detail.getByRole('radio', { name: 'orders' }))
    await waitFor(() =>
      expect(rows()).toEqual([
        ['7', 'Ada'],
        ['8', 'Ada'],
        ['9', 'Mina'],
      ]),
    )
    for (const role of ['textbox', 'combobox', 'checkbox']) expect(detail.queryByRole(role)).toBeNull()
  })
})

describe('the templates inside a project', () => {
  it('open a detail in place, with one cross and an arrow back', async () => {
    const router = drawAt('/project/templates', <TemplatePicker projectId="p" project="Office" />)
    const dialog = within(await screen.findByRole('dialog', { name: 'Import tables of a template into Office' }))
    fireEvent.click(await dialog.findByRole('button', { name: /^Shop/ }))
    await dialog.findByRole('article', { name: 'Shop' })
    expect(router.state.location.pathname).toBe('/project/templates')
    expect(went).not.toHaveBeenCalled()
    expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(1)
    fireEvent.click(dialog.getByRole('button', { name: 'Back to the templates' }))
    expect(await dialog.findByRole('button', { name: /^Shop/ })).toBeDefined()
  })

  it('name the tables that exist, and import nothing', async () => {
    stage.answers['templateTablesCheck'] = { body: { existing: ['customers', 'orders'] } }
    templatePicker.open('p', { kind: 'entry', id: 'shop', title: 'Shop' })
    drawAt('/project/templates', <TemplatePicker projectId="p" project="Office" />)
    await screen.findByRole('article', { name: 'Shop' })
    fireEvent.click(screen.getByRole('button', { name: 'Use template' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /These tables already exist in Office: customers.+orders/,
    )
    expect(stage.bodyOf('templateTablesCreate')).toBeUndefined()
  })
})
