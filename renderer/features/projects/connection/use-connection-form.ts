import type { ConnectionTestResult } from '@common/model/connection-test'
import type { ConnectionEdit, ConnectionView } from '@common/model/connection'
import type { ProjectListEntry } from '@common/operations/projects'
import { isApiError, messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { loader, toast } from '@renderer/stores'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { enterProject } from '../create'
import {
  draftOfView,
  draftProblems,
  editOfDraft,
  newDraft,
  settingsOfDraft,
  withoutStoredSecrets,
  type ConnectionDraft,
  type DraftField,
} from './connection-draft'
import { fieldOfFailure } from './remedies'

export interface ExistingConnection {
  readonly project: ProjectListEntry
  readonly view: ConnectionView
  /** The environment whose own database it is. Absent: the connection of the project. */
  readonly environment?: string
  /** Why the stored connection can't be read. The view is blank then. */
  readonly unreadable?: string
}

/** Returns the page after saving: the tab with the environments, or the list of projects. */
function addressBehind(existing: ExistingConnection | undefined): string {
  if (existing?.environment === undefined) return '/projects'
  return `/nc/${encodeURIComponent(existing.project.id)}?name=environments&type=environments`
}

export const apis = ['rest', 'graphql', 'grpc'] as const
export type Api = (typeof apis)[number]

/** A finished test: its result and settings. */
interface Tested {
  readonly settings: string
  readonly result: ConnectionTestResult
}

const savingOf = ({ title }: ProjectListEntry) => sentence('projects.connect.saving', { title })

/** Manages draft, test and saving of a connection. */
export function useConnectionForm(existing: ExistingConnection | undefined) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<ConnectionDraft>(() =>
    existing === undefined ? newDraft() : draftOfView(existing.view),
  )
  const [title, setTitle] = useState('')
  const [api, setApi] = useState<Api>('rest')
  const isProduction = existing?.project.production ?? false
  const [production, setProduction] = useState(isProduction)
  const [asked, setAsked] = useState<'nothing' | 'settings' | 'all'>('nothing')
  const [tested, setTested] = useState<Tested | null>(null)
  const testNew = useCommand('testConnection')
  const testEdit = useCommand('projectConnectionTest')
  const testOwn = useCommand('environmentConnectionTest')
  const create = useCommand('projectCreateFromConnection')
  const update = useCommand('projectConnectionUpdate')
  const updateOwn = useCommand('environmentConnectionSave')
  const mark = useCommand('projectProductionSet')
  /** Settings of the running test; responses to older ones are ignored. */
  const testing = useRef('')

  const problems = draftProblems(draft)
  const settingsText = JSON.stringify(editOfDraft(draft) ?? null)
  const isCurrent = tested !== null && tested.settings === settingsText
  const result = isCurrent ? tested.result : null
  const hasPassed = result?.failure === null
  const isTesting = testNew.isPending || testEdit.isPending || testOwn.isPending
  const nameMissing = existing === undefined && title.trim() === ''

  function change(next: Partial<ConnectionDraft>): void {
    const changed = { ...draft, ...next }
    setDraft(existing === undefined ? changed : withoutStoredSecrets(changed, existing.view))
    create.reset()
    update.reset()
    updateOwn.reset()
  }

  async function test(): Promise<boolean> {
    setAsked(asked === 'all' ? 'all' : 'settings')
    const edit = editOfDraft(draft)
    const settings = settingsOfDraft(draft)
    if (Object.keys(problems).length > 0 || edit === undefined || settings === undefined) return false
    testing.current = settingsText
    try {
      const answer =
        existing === undefined ? await testNew.mutateAsync({ args: { settings } }) : await testExisting(existing, edit)
      if (testing.current === settingsText) setTested({ settings: settingsText, result: answer.object })
      return answer.object.failure === null
    } catch {
      // The panel shows the error from the mutation.
      return false
    }
  }

  function testExisting({ project: { id: projectId }, environment }: ExistingConnection, settings: ConnectionEdit) {
    return environment === undefined
      ? testEdit.mutateAsync({ args: { settings }, projectId })
      : testOwn.mutateAsync({ args: { environment, settings }, projectId })
  }

  function save(): void {
    setAsked('all')
    if (nameMissing || !hasPassed) return
    if (existing === undefined) saveNew()
    else saveEdit(existing)
  }

  function saveNew(): void {
    const settings = settingsOfDraft(draft)
    if (settings === undefined) return
    const name = title.trim()
    loader.show(sentence('projects.connect.connecting', { title: name }))
    create.mutate(
      {
        args: { title: name, projectType: api, settings, ...(production && { production }) },
        title: sentence('importStart.creating', { title: name }),
      },
      { onSuccess: ({ id }) => enterProject(id), onSettled: loader.hide },
    )
  }

  function saveOwn(environment: string, { id: projectId }: ProjectListEntry, settings: ConnectionEdit): void {
    updateOwn.mutate(
      { args: { environment, settings }, projectId, title: sentence('projects.connect.savingOf', { environment }) },
      {
        onSuccess: () => {
          toast.success(sentence('projects.connect.savedOf', { environment }))
          void navigate(addressBehind(existing))
        },
      },
    )
  }

  function saveEdit({ project, environment }: ExistingConnection): void {
    const settings = editOfDraft(draft)
    if (settings === undefined) return
    if (environment !== undefined) return saveOwn(environment, project, settings)
    update.mutate(
      { args: { settings }, projectId: project.id, title: savingOf(project) },
      {
        onSuccess: () => {
          if (production !== isProduction) mark.mutate({ args: { production }, projectId: project.id })
          toast.success(sentence('projects.connect.saved', { title: project.title }))
          void navigate(addressBehind(existing))
        },
      },
    )
  }

  /** Returns the message below a field: its own problem, or the result of the test. */
  function errorOf(field: DraftField): string | null {
    const problem = asked === 'nothing' ? undefined : problems[field]
    if (problem !== undefined) return t(`projects.connect.problems.${problem}`)
    const found = result?.failure === undefined || result.failure === null ? undefined : fieldOfFailure[result.failure]
    return found?.field === field ? t(found.note) : null
  }

  const saveError = existing === undefined ? create.error : (updateOwn.error ?? update.error)
  const isNameRefused = isApiError(saveError, 'PROJECT_TITLE_INVALID')
  return {
    existing,
    backTo: addressBehind(existing),
    draft,
    change,
    title,
    setTitle: (text: string) => {
      setTitle(text)
      create.reset()
    },
    api,
    setApi,
    production,
    setProduction,
    problems,
    errorOf,
    nameError:
      asked === 'all' && nameMissing ? t('projects.nameRequired') : isNameRefused ? messageOf(saveError) : null,
    test,
    save,
    result,
    hasPassed,
    hasTested: tested !== null,
    isTesting,
    isSaving: create.isPending || update.isPending || updateOwn.isPending,
    /** The request itself failed, so there is no result. */
    testError: isTesting || isCurrent ? null : (testNew.error ?? testEdit.error ?? testOwn.error),
    saveError: isNameRefused ? null : saveError,
  }
}

export type ConnectionFormState = ReturnType<typeof useConnectionForm>
