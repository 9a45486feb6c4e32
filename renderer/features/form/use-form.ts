import { holdsPeople } from '@common/columns/questions'
import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import type { FilterReader, View } from '@common/views'
import { readForm, type Form } from '@common/views/form-fields'
import { client, useOperation } from '@renderer/api'
import { pageReader, t } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { useCallback, useMemo, useState } from 'react'
import { memberSources, type FormSources } from './sources'
import type { SendForm } from './use-filling'

const nobody: readonly string[] = []

export interface MemberForm {
  readonly form: Form
  readonly reader: FilterReader
  readonly sources: FormSources
  readonly send: SendForm
  /** The reason why this user can't send the form. */
  readonly closed: string | undefined
}

/** A form as a member of its project has it. */
export function useMemberForm(
  projectId: string,
  table: Table,
  view: Pick<View, 'id' | 'title' | 'options'>,
  permissions: Permissions,
): MemberForm {
  const { id, title, options } = view
  const email = useUsers((state) => state.user?.email ?? '')
  const form = useMemo(() => readForm(options, table, title), [options, table, title])
  const asksPeople = form.fields.some(({ column }) => holdsPeople(column))
  const members = useOperation('projectMemberList', {}, { projectId, enabled: asksPeople, silent: true }).data
  const people = useMemo(() => members?.map((person) => person.email) ?? nobody, [members])
  const sources = useMemo(() => memberSources(projectId, people), [projectId, people])
  /** Relative days in conditions count from the time when the form was opened. */
  const [now] = useState(() => new Date())
  const page = pageReader()
  const reader = useMemo<FilterReader>(() => ({ ...page, now, email }), [page, now, email])
  const send = useCallback<SendForm>(
    async (answers, submission) => {
      const args = { ...pageReader(), id: id ?? '', answers: answers as Record<string, never>, submission }
      await client.call('formSubmit', args, { projectId, silent: true })
    },
    [projectId, id],
  )
  const closed =
    table.type === 'view'
      ? t('forms.closed.sqlView', { table: table.title })
      : permissions.has('row.create') && table.rights?.create !== false
        ? undefined
        : t('forms.closed.role')
  return { form, reader, sources, send, closed }
}
