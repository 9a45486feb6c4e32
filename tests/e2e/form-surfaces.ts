import type { FormOptions } from '@common/views/form'
import type { Stand, Surface } from './surface'

/** The forms to show, by table. */
export const forms: Readonly<Record<string, { readonly table: string; readonly options: FormOptions }>> = {
  Form: {
    table: 'tracks',
    options: {
      title: 'Submit a demo',
      description: 'One track at a time. We listen to everything and answer within *two weeks*.',
      cover: 'teal',
      parts: [
        { kind: 'field', column: 'title', label: 'Title of the track' },
        { kind: 'field', column: 'album_id' },
        { kind: 'field', column: 'genre', required: true, help: 'Choose the closest one' },
        {
          kind: 'field',
          column: 'tags',
          condition: { join: 'and', filters: [{ column: 'genre', operator: 'isNotEmpty' }] },
        },
        { kind: 'field', column: 'price', initial: '1.29' },
        { kind: 'section', id: '1', title: 'And then', text: 'Only a little more.', step: true },
        { kind: 'field', column: 'rating' },
      ],
      after: { kind: 'text', text: 'Thank you. We **listen** to everything.' },
    },
  },
  'Form of things': {
    table: 'Things',
    options: {
      cover: 'violet',
      parts: [
        ...['Name', 'Files', 'Facts', 'Notes'].map((column) => ({ kind: 'field' as const, column })),
        { kind: 'field', column: 'State', look: 'list', required: true },
        ...['Tags', 'Day', 'Share', 'Stars', 'Owner', 'Page'].map((column) => ({ kind: 'field' as const, column })),
        { kind: 'field', column: 'A field with a name that is much longer than its column', required: true },
      ],
    },
  },
  'New form': { table: 'Wide', options: {} },
}

const mode = async ({ page }: Stand, name: string): Promise<void> => {
  const choice = page.getByRole('radio', { name, exact: true }).filter({ visible: true })
  await choice.check({ force: true })
}

/** The form itself, with everything that opens in it. */
export const formSurfaces: readonly Surface[] = [
  {
    name: 'form-build',
    view: 'Form',
    open: async (at) => {
      await mode(at, 'Edit form')
      await at.button('Edit Tags').click()
    },
    main: true,
  },
  {
    name: 'form-settings',
    view: 'Form',
    open: async (at) => {
      await mode(at, 'Edit form')
      await at.button('Edit title and description').click()
    },
  },
  { name: 'form-after', view: 'Form', open: (at) => mode(at, 'After sending') },
  {
    name: 'form-fill',
    view: 'Form',
    open: async (at) => {
      await mode(at, 'Fill in')
      await at.button('Next').click()
      // The builder stays on the page, hidden, with a field that it calls required.
      await at.page.getByText('Required', { exact: true }).filter({ visible: true }).first().waitFor()
    },
    main: true,
  },
  {
    name: 'form-every-type',
    table: 'Things',
    view: 'Form of things',
    open: async (at) => {
      await mode(at, 'Fill in')
      await at.button('Submit').click()
      await at.page.getByText('2 answers need another look:').waitFor()
    },
  },
  { name: 'form-new', table: 'Wide', view: 'New form', open: (at) => mode(at, 'Edit form'), main: true },
]
