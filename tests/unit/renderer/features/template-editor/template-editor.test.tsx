import { asShown } from '@tests/helpers/as-shown'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { editor, useEditor } from '@renderer/features/template-editor/editor-store'
import { editorKeys } from '@renderer/features/template-editor/keys'
import { editMode } from '@renderer/features/templates'
import { useToasts } from '@renderer/stores'
import { addTables, durations, entry, open, press, sayings, shape, stageEditor, stored } from './stage'

const stage = stageEditor()

describe('The toolbar of S2 §2', () => {
  it('has Import from Excel, help, Reset, New table and Submit', async () => {
    await open()
    const bar = screen.getByRole('toolbar', { name: 'Template' })
    for (const name of ['Import from Excel', 'Keyboard shortcuts of the editor', 'Reset', 'Submit to service'])
      expect(within(bar).getByRole('button', { name })).toBeTruthy()
    expect(within(bar).getByRole('button', { name: 'New table' })).toBeTruthy()
  })

  it("says 'Happy hacking!' to Import from Excel, and offers a real import beside it", async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Import from Excel' }))
    const [toast] = asShown(useToasts.getState()).toasts
    expect([toast?.text, toast?.action?.label]).toEqual(['Happy hacking!', 'Choose a file'])
  })

  it('has one panel per table, which counts its columns, and a floating button', async () => {
    await open()
    await addTables('artists(name), albums')
    expect(screen.getByRole('button', { name: /^artists.*1 column/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^albums.*No columns/ })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'New table' })).toHaveLength(2)
  })
})

describe('The dialogs of S2 §5', () => {
  it("'Enter table name' takes names with columns in parentheses, and drops repeated columns", async () => {
    await open()
    await addTables('artists, albums(title, year, title)')
    expect(shape()).toEqual(['artists()', 'albums(title, year)'])
  })

  it("says Table '{name}' is already exist", async () => {
    await open()
    await addTables('artists')
    await addTables('artists, albums')
    expect(sayings()).toEqual(["Table 'artists' is already exist"])
    expect(shape()).toEqual(['artists()', 'albums()'])
  })

  it("says Column '{name}' is already exist, and adds the others", async () => {
    await open()
    await addTables('artists(name)')
    press('C')
    const dialog = await screen.findByRole('dialog', { name: 'Enter column name' })
    fireEvent.change(within(dialog).getByLabelText('Column names'), { target: { value: 'name, born' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add columns' }))
    expect(sayings()).toEqual(["Column 'name' is already exist"])
    expect(shape()).toEqual(['artists(name, born)'])
  })

  it('rejects other signs in the dialog', async () => {
    await open()
    await addTables('artists; albums')
    expect(await screen.findByText(/Use letters, digits, spaces and _ in names/)).toBeTruthy()
    expect(shape()).toEqual([])
  })
})

describe('The keys of S2 §9', () => {
  it('use Command+Control on a Mac and Alt+Shift elsewhere', () => {
    expect([editorKeys('T', true), editorKeys('T', false)]).toEqual(['Mod+Ctrl+T', 'Alt+Shift+T'])
  })

  it('A adds a column row, 1 to 6 add typed columns', async () => {
    await open()
    await addTables('artists(name)')
    press('A')
    for (const [digit, sign] of [...'!@#$%^'].entries()) press(sign, `Digit${digit + 1}`)
    const [table] = useEditor.getState().versions.present.tables
    expect(table?.columns.map(({ name, uiType }) => [name, uiType])).toEqual([
      ['name', 'SingleLineText'],
      ['title2', undefined],
      ['title3', 'Number'],
      ['title4', 'SingleLineText'],
      ['title5', 'LongText'],
      ['title6', 'LinkToAnotherRecord'],
      ['title7', 'Lookup'],
      ['title8', 'Rollup'],
    ])
    expect(table?.columns[5]?.relation).toBe('mm')
  })

  it('arrows move between tables', async () => {
    await open()
    await addTables('a, b, c')
    const active = (): string | undefined => {
      const { activeId, versions } = useEditor.getState()
      return versions.present.tables.find(({ id }) => id === activeId)?.name
    }
    press('ArrowDown')
    press('ArrowDown')
    press('ArrowDown')
    expect(active()).toBe('c')
    press('ArrowUp')
    expect(active()).toBe('b')
  })

  it("J copies the JSON: 'Successfully copied JSON data to clipboard!' for 3 s", async () => {
    await open('/project/templates/records/edit')
    press('J')
    await waitFor(() => expect(sayings()).toEqual(['Successfully copied JSON data to clipboard!']))
    expect(durations('Successfully copied JSON data to clipboard!')).toBe(3_000)
    expect(JSON.parse(stage.copied[0] ?? '')).toMatchObject({ title: 'Record store' })
  })

  it('are listed in the dialog of shortcuts', async () => {
    await open()
    await addTables('a')
    fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts of the editor' }))
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const name of ['New table', 'New columns', 'New column row', 'Copy JSON of the template', 'Submit'])
      expect(within(dialog).getByText(name)).toBeTruthy()
    expect(within(dialog).getByText('New rollup column')).toBeTruthy()
  })

  it('Ctrl+Z and Ctrl+Shift+Z undo and redo', async () => {
    await open()
    await addTables('a')
    press('z', 'KeyZ', { ctrlKey: true, altKey: false, shiftKey: false })
    expect(shape()).toEqual([])
    press('Z', 'KeyZ', { ctrlKey: true, altKey: false })
    expect(shape()).toEqual(['a()'])
  })
})

describe('Submit (S2 §4–§6)', () => {
  it("opens and focuses the first invalid field: 'Please fill all the required column!' for 5 s", async () => {
    await open('/project/templates/records/edit')
    await addTables('artists')
    press('$', 'Digit4')
    fireEvent.click(screen.getByRole('button', { name: /^artists/, expanded: true }))
    press('S')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Related table of title1'))
    expect(screen.getByText('Related table name required')).toBeTruthy()
    expect(durations('Please fill all the required column!')).toBe(5_000)
    expect(stage.calls('templateUpdate')).toEqual([])
  })

  it('shows the messages of the project', async () => {
    await open()
    press('S')
    expect(await screen.findByText('Project name required')).toBeTruthy()
    expect(screen.getByText('Category name required')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Project name/ })))
  })

  it('shows duplicate columns at once', async () => {
    await open()
    await addTables('artists(name, born)')
    fireEvent.change(screen.getByLabelText('Name of column 2'), { target: { value: 'Name' } })
    expect(screen.getByText('Duplicate column not allowed')).toBeTruthy()
  })

  it("updates with the token: 'Template updated successfully'", async () => {
    editMode.setToken('edit-token')
    await open('/project/templates/records/edit')
    expect(screen.getByRole('button', { name: 'Update in service' })).toBeTruthy()
    await addTables('artists(name)')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    press('S')
    await waitFor(() => expect(sayings()).toContain('Template updated successfully'))
    expect(stage.calls('templateUpdate')).toEqual([
      expect.objectContaining({
        id: 'records',
        token: 'edit-token',
        template: expect.objectContaining({ title: 'Record store' }),
      }),
    ])
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it("creates, and the label changes from 'Submit to' to 'Update in'", async () => {
    editMode.setToken('edit-token')
    await open()
    editor.setProject({ title: 'Mine', category: 'Music' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Submit to service' })).toBeTruthy())
    press('S')
    await screen.findByRole('button', { name: 'Update in service' })
    expect(sayings()).toContain('Template generated and saved successfully!')
    expect(stage.calls('templateCreate')).toEqual([expect.objectContaining({ token: 'edit-token' })])
    expect(useEditor.getState().id).toBe('new-id')
  })

  it("copies the JSON without a token and starts the code-host flow: 'Initiated Github …'", async () => {
    await open()
    editor.setProject({ title: 'Mine', category: 'Music' })
    press('S')
    await waitFor(() => expect(sayings()).toContain('Initiated Github successfully'))
    expect(sayings()).toEqual([
      'Successfully copied JSON data to clipboard!',
      'Initiated Github for template',
      'Initiated Github successfully',
    ])
    expect(stage.calls('templateCreate')).toEqual([])
    expect(JSON.parse(stage.copied[0] ?? '')).toMatchObject({ title: 'Mine' })
    editor.setProject({ title: 'Mine too' })
    press('S')
    await waitFor(() =>
      expect(stage.calls('codeHostPublish')).toEqual([
        { template: expect.objectContaining({ title: 'Mine' }) },
        { template: expect.objectContaining({ title: 'Mine too' }), url: 'https://raw.example.com/x.json' },
      ]),
    )
  })

  it('shows the message of any other failure', async () => {
    editMode.setToken('edit-token')
    stage.answers['templateUpdate'] = { status: 403, body: { code: 'TEMPLATE_TOKEN_WRONG', msg: 'Wrong token' } }
    await open('/project/templates/records/edit')
    await addTables('artists(name)')
    press('S')
    await waitFor(() => expect(sayings()).toHaveLength(1))
    expect(sayings()[0]).toContain('token')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
  })

  it('shows each toast for 1 s to 5 s', async () => {
    editMode.setToken('edit-token')
    await open('/project/templates/records/edit')
    await addTables('Albums')
    press('J')
    await waitFor(() => expect(sayings()).toHaveLength(2))
    press('S')
    await waitFor(() => expect(sayings()).toContain('Template updated successfully'))
    for (const { text, durationMs } of asShown(useToasts.getState()).toasts)
      expect([text, durationMs >= 1_000 && durationMs <= 5_000]).toEqual([text, true])
  })

  it('opens the page of a shared template in a new tab', async () => {
    const opened = vi.fn()
    vi.stubGlobal('open', opened)
    stage.answers['templateLinkCreate'] = { body: { path: '/dashboard/#/project/templates/ab12' } }
    await open('/project/templates/records/edit')
    fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Share by link' }))
    const address = `${location.origin}/dashboard/#/project/templates/ab12`
    await waitFor(() => expect(opened).toHaveBeenCalledWith(address, '_blank', 'noopener'))
    expect(stage.calls('templateLinkCreate')).toEqual([
      { template: expect.objectContaining({ title: 'Record store' }) },
    ])
    asShown(useToasts.getState()).toasts.at(-1)?.action?.run()
    await waitFor(() => expect(stage.copied).toEqual([address]))
  })

  it("says 'Missing token or template path', and offers the settings", async () => {
    stage.answers['codeHostPublish'] = {
      status: 400,
      body: { code: 'CODE_HOST_NOT_SET_UP', msg: 'Missing token or template path' },
    }
    await open()
    editor.setProject({ title: 'Mine', category: 'Music' })
    press('S')
    await waitFor(() => expect(sayings()).toContain('Missing token or template path'))
    expect(asShown(useToasts.getState()).toasts.at(-1)?.action?.label).toBe('Set up')
    expect(sayings()).not.toContain('Initiated Github for template')
  })
})

describe('The hidden edit mode (S2 §4)', () => {
  beforeEach(() => {
    stage.answers['templateRead'] = { body: { ...entry, origin: 'builtIn', mayEdit: true, template: stored } }
  })

  it('shows templates of others read-only until it is unlocked', async () => {
    await open('/project/templates/records/edit')
    expect(screen.getByText('Read-only')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New table' })).toBeNull()
    press('T')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByLabelText('Name of column 1')).toHaveProperty('readOnly', true)
    for (let count = 0; count < 5; count += 1) editMode.raise()
    expect(await screen.findAllByRole('button', { name: 'New table' })).toHaveLength(2)
  })

  it('shows the field for the edit token above 3, of type password', async () => {
    await open('/project/templates/records/edit')
    for (let count = 0; count < 3; count += 1) editMode.raise()
    expect(screen.queryByLabelText('Edit token')).toBeNull()
    editMode.raise()
    expect(await screen.findByLabelText('Edit token')).toHaveProperty('type', 'password')
  })

  it('a copy of a template is its own, and can be edited', async () => {
    await open('/project/templates/new?from=records')
    expect(screen.getByRole('button', { name: 'Submit to service' })).toBeTruthy()
    expect(shape()).toEqual(['Albums(title)'])
  })
})

describe('Columns', () => {
  it('Reset asks, and returns to the saved template; undo brings the changes back', async () => {
    await open('/project/templates/records/edit')
    await addTables('artists')
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reset the template?' })
    expect(within(dialog).getByRole('heading', { name: 'All unsaved changes are discarded.' })).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Submit' }))
    expect(shape()).toEqual(['Albums(title)'])
    editor.undo()
    expect(shape()).toEqual(['Albums(title)', 'artists()'])
  })

  it('lead to the type picker without Formula, SpecificDBType and ForeignKey', async () => {
    await open()
    await addTables('artists(name)')
    fireEvent.click(await screen.findByRole('button', { name: /^Type of name/ }))
    const options = (await screen.findAllByRole('option')).map(({ id }) => id.slice(id.lastIndexOf('-') + 1))
    expect(options).toContain('Rollup')
    expect(options).toContain('ID')
    for (const missing of ['Formula', 'SpecificDBType', 'ForeignKey']) expect(options).not.toContain(missing)
  })

  it('move with the arrow keys on their handle', async () => {
    await open()
    await addTables('artists(name, born)')
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move born' }), { key: 'ArrowUp' })
    expect(shape()).toEqual(['artists(born, name)'])
  })
})

describe('60 tables of 20 columns', () => {
  it('draw one panel when a name changes, and validate in a moment', async () => {
    await open()
    editor.addTables(
      Array.from({ length: 60 }, (_, table) => ({
        name: `table ${table}`,
        columns: Array.from({ length: 20 }, (__, column) => `column ${column}`),
      })),
    )
    const field = await screen.findByLabelText('Name of column 2')
    const before = useEditor.getState().versions.present.tables
    const started = performance.now()
    fireEvent.change(field, { target: { value: 'other' } })
    expect(performance.now() - started).toBeLessThan(1_500)
    const after = useEditor.getState().versions.present.tables
    expect(after.filter((table, at) => table !== before[at])).toHaveLength(1)
    expect(editor.validate().map(({ field: name }) => name)).toEqual(['title', 'category'])
  })
})
