import { asShown } from '@tests/helpers/as-shown'
import { createProjectOfTemplate, importTemplateTables, useCreation } from '@renderer/features/templates/creation'
import { CreationOverlay } from '@renderer/features/templates/CreationOverlay'
import { UseTemplate } from '@renderer/features/templates/UseTemplate'
import { bindNavigation, nextFocus, useInstallation, useToasts, useUsers } from '@renderer/stores'
import type { Answer } from '@tests/helpers/fake-server'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawWithQueries, stageTemplates } from './stage'

const source = { kind: 'entry', id: 'crm', title: 'Sales CRM' } as const
const went = vi.fn()
const stage = stageTemplates(() => ({
  projectCreate: { body: { id: 'crm_ab12', title: 'Sales CRM', description: null, config: '', prefix: '' } },
  tableList: { body: [] },
  projectList: { body: [] },
}))
const { bodyOf } = stage

beforeEach(() => {
  went.mockClear()
  bindNavigation(went)
  useToasts.setState({ toasts: [] })
  useCreation.setState({ current: undefined })
  useInstallation.setState({ info: null })
})
afterEach(() => nextFocus.drop())

const toasts = () => asShown(useToasts.getState()).toasts.map(({ kind, text, detail }) => ({ kind, text, detail }))

function show(): void {
  drawWithQueries(
    <>
      <UseTemplate source={source} />
      <CreationOverlay />
    </>,
  )
}

describe('Use template', () => {
  it('is a menu with the kinds of projects where projects may be created', async () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Use template' }))
    expect(await screen.findByRole('menuitem', { name: 'Create REST Project' })).toBeDefined()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Include the sample rows' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Create GQL Project' }))
    await waitFor(() => expect(bodyOf('projectCreate')).toBeDefined())
    expect(bodyOf('projectCreate')).toMatchObject({
      title: 'Sales CRM',
      projectType: 'graphql',
      templateId: 'crm',
      rows: false,
    })
  })

  it('is a button for users who may not create projects', () => {
    useUsers.setState(({ user }) => ({ user: user && { ...user, roles: {} } }))
    show()
    expect(screen.getByRole('button', { name: 'Use template' }).getAttribute('aria-haspopup')).toBeNull()
  })
})

describe('creating a project of a template', () => {
  it('opens the new project', async () => {
    await createProjectOfTemplate(source, { type: 'rest', rows: true })
    expect(went).toHaveBeenCalledWith('/nc/crm_ab12?new=1')
    expect(useCreation.getState().current).toBeUndefined()
    expect(toasts()).toEqual([{ kind: 'success', text: 'Created Sales CRM', detail: undefined }])
  })

  it('reloads the project info before it opens the project', async () => {
    const before = vi.fn(() => stage.asked())
    went.mockImplementationOnce(before)
    await createProjectOfTemplate(source, { type: 'rest', rows: true })
    const [asked] = before.mock.results.map(({ value }) => value as string[])
    expect(asked).toEqual(expect.arrayContaining(['projectCreate', 'authType']))
    expect(asked?.indexOf('authType')).toBeGreaterThan(asked?.indexOf('projectCreate') ?? 0)
  })

  it('leads to the sign-up page in a project of the first user', async () => {
    stage.installation = { firstUser: true }
    await createProjectOfTemplate(source, { type: 'rest', rows: true })
    expect(went).toHaveBeenCalledWith('/user/authentication/signup')
  })

  it('shows the message of a failure and stays where it is', async () => {
    stage.answers['projectCreate'] = { status: 400, body: { code: 'TEMPLATE_VALUE_INVALID', msg: 'Row 3 is wrong' } }
    await createProjectOfTemplate(source, { type: 'rest', rows: true })
    expect(went).not.toHaveBeenCalled()
    expect(useCreation.getState().current).toBeUndefined()
    expect(toasts()).toMatchObject([{ kind: 'error', text: "The project couldn't be created from Sales CRM" }])
  })

  it('cycles the sentences every second and shows the progress', async () => {
    vi.useFakeTimers()
    stage.answers['projectCreate'] = new Promise<Answer>(() => undefined)
    stage.answers['templateRunRead'] = {
      body: { phase: 'rows', table: 'Deals', tables: { done: 5, all: 5 }, rows: { done: 20, all: 82 }, percent: 40 },
    }
    show()
    await act(async () => {
      void createProjectOfTemplate(source, { type: 'rest', rows: true })
      await vi.advanceTimersByTimeAsync(0)
    })
    const seen: string[] = []
    for (let second = 0; second < 5; second += 1) {
      seen.push(screen.getByRole('status').textContent)
      await act(async () => vi.advanceTimersByTimeAsync(1_000))
    }
    expect(seen).toEqual([
      'Setting up new database configs',
      'Inferring database schema',
      'Generating APIs...',
      'Please wait...',
      'Setting up new database configs',
    ])
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    expect(screen.getByText('Deals · 20 of 82 rows')).toBeDefined()
  })

  it('is cancelled on the server, and says that nothing was created', async () => {
    let finish: (answer: Answer) => void = () => undefined
    stage.answers['projectCreate'] = new Promise<Answer>((resolve) => (finish = resolve))
    stage.answers['templateRunCancel'] = { body: { cancelled: true } }
    show()
    act(() => void createProjectOfTemplate(source, { type: 'rest', rows: true }))
    const button = await screen.findByRole('button', { name: 'Cancel' })
    expect(document.activeElement).toBe(button)
    fireEvent.click(button)
    await waitFor(() => expect(bodyOf('templateRunCancel')).toBeDefined())
    expect(bodyOf('templateRunCancel')).toEqual({ run: (bodyOf('projectCreate') as { run: string }).run })
    finish({ status: 499, body: { code: 'REQUEST_CANCELLED', msg: 'cancelled' } })
    await waitFor(() => expect(useCreation.getState().current).toBeUndefined())
    expect(toasts()).toMatchObject([{ kind: 'info', text: 'Cancelled Sales CRM. Nothing was created.' }])
    expect(went).not.toHaveBeenCalled()
  })
})

describe('importing the tables of a template', () => {
  it('reports how many were imported', async () => {
    stage.answers['templateTablesCheck'] = { body: { existing: [] } }
    stage.answers['templateTablesCreate'] = {
      body: {
        tables: [
          { name: 'a', title: 'A' },
          { name: 'b', title: 'B' },
        ],
        relations: [],
        rows: 3,
      },
    }
    expect(await importTemplateTables(source, 'p', true)).toMatchObject({ kind: 'done' })
    expect(toasts()).toMatchObject([{ kind: 'success', text: 'Imported 2 tables successfully' }])
    expect(asShown(useToasts.getState()).toasts[0]?.durationMs).toBe(3_000)
  })

  it('says so where a template has no tables', async () => {
    stage.answers['templateTablesCheck'] = { body: { existing: [] } }
    stage.answers['templateTablesCreate'] = { body: { tables: [], relations: [], rows: 0 } }
    await importTemplateTables(source, 'p', true)
    expect(toasts()).toMatchObject([{ kind: 'success', text: 'Template imported successfully' }])
  })

  it('creates nothing where a name exists', async () => {
    stage.answers['templateTablesCheck'] = { body: { existing: ['Deals'] } }
    expect(await importTemplateTables(source, 'p', true)).toEqual({ kind: 'exist', names: ['Deals'] })
    expect(bodyOf('templateTablesCreate')).toBeUndefined()
  })
})
