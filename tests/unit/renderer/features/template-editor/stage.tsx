import { asShown } from '@tests/helpers/as-shown'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { storedTemplate } from '@common/templates'
import { queryClient } from '@renderer/api'
import { handleKeys } from '@renderer/actions'
import { useEditor } from '@renderer/features/template-editor/editor-store'
import { TemplateEditorPage } from '@renderer/features/template-editor/TemplateEditorPage'
import { editMode } from '@renderer/features/templates'
import { useToasts, useUsers } from '@renderer/stores'
import { fakeServer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

export const stored = storedTemplate.parse({
  title: 'Record store',
  category: 'Music',
  tables: [{ tn: 'Albums', columns: [{ cn: 'title', uidt: 'SingleLineText' }] }],
})
export const entry = {
  id: 'records',
  title: 'Record store',
  description: '',
  image: '',
  category: 'Music',
  tags: [],
  tables: 1,
  rows: 0,
  author: null,
}

/** The editor over a server with one template, which each test may change. */
export interface EditorStage {
  /** Answers by operation. */
  answers: Record<string, { readonly status?: number; readonly body: unknown }>
  /** Texts in the clipboard. */
  copied: string[]
  /** Returns the bodies of the calls of an operation. */
  readonly calls: (name: string) => unknown[]
}

/** Prepares server, clipboard and keys before each test of a file. */
export function stageEditor(): EditorStage {
  let server: ReturnType<typeof fakeServer>
  let stopKeys: () => void
  const stage: EditorStage = {
    answers: {},
    copied: [],
    calls: (name) => server.asked.filter(({ path }) => path.includes(name)).map(({ body }) => body),
  }
  beforeEach(() => {
    queryClient.clear()
    useToasts.setState({ toasts: [] })
    editMode.leave()
    stage.copied = []
    stage.answers = {
      templateList: { body: { list: [], host: null } },
      templateCategoryList: { body: { list: [{ category: 'Music', count: 1 }] } },
      templateRead: { body: { ...entry, origin: 'own', mayEdit: true, template: stored } },
      templateCreate: { body: { id: 'new-id' } },
      templateUpdate: { body: { id: 'records' } },
      codeHostPublish: { body: { url: 'https://raw.example.com/x.json', path: 'shared/x.json', isNew: true } },
      codeHostRead: {
        body: { host: 'https://api.github.com', repo: '', branch: 'main', path: '', hasToken: false },
      },
    }
    server = fakeServer(({ path }) => {
      const name = Object.keys(stage.answers).find((each) => path.includes(each))
      return (name === undefined ? undefined : stage.answers[name]) ?? { body: {} }
    })
    vi.stubGlobal('fetch', server.send)
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void stage.copied.push(text)) },
    })
    stopKeys = handleKeys(() => ({ path: '/', isSignedIn: true }))
  })
  afterEach(() => {
    stopKeys()
    useUsers.setState({ token: null, user: null })
    vi.unstubAllGlobals()
  })
  return stage
}

export async function open(path = '/project/templates/new'): Promise<void> {
  const routes = ['/project/templates/new', '/project/templates/:id/edit'].map((each) => ({
    path: each,
    Component: TemplateEditorPage,
  }))
  const router = createMemoryRouter([...routes, { path: '*', element: <p>Elsewhere</p> }], { initialEntries: [path] })
  draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('toolbar', { name: 'Template' })
}

/** Presses Alt+Shift and a key. */
export const press = (key: string, code = key.length === 1 ? `Key${key}` : key, more: KeyboardEventInit = {}): void => {
  fireEvent.keyDown(document.body, { key, code, altKey: true, shiftKey: true, ...more })
}
export const sayings = (): string[] => asShown(useToasts.getState()).toasts.map(({ text }) => text)
export const durations = (text: string): number | undefined =>
  asShown(useToasts.getState()).toasts.find((toast) => toast.text === text)?.durationMs
/** Tables of the draft: `name(column, column)`. */
export const shape = (): string[] =>
  useEditor
    .getState()
    .versions.present.tables.map(({ name, columns }) => `${name}(${columns.map((each) => each.name).join(', ')})`)

/** Adds tables through the dialog 'Enter table name'. */
export async function addTables(text: string): Promise<void> {
  press('T')
  const dialog = await screen.findByRole('dialog', { name: 'Enter table name' })
  fireEvent.change(within(dialog).getByLabelText('Table names'), { target: { value: text } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add tables' }))
}
