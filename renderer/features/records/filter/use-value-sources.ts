import type { ValueSources } from '@renderer/features/views'
import { useMemo } from 'react'
import type { GridSession } from '../session/session'
import { usePeople } from '../session/use-people'
import { recordNames } from './record-names'

/** Returns the people and values that conditions of a table can name. */
export function useValueSources({ projectId, table, permissions, rowFilter: { reader } }: GridSession): ValueSources {
  const people = usePeople(projectId, table, permissions, true)
  // Visitors of a shared view read linked records in its cells only.
  const mayList = permissions.has('schema.read')
  return useMemo(
    () => ({
      people: people.map(({ email }) => email),
      records: async (column, text, signal) =>
        mayList ? recordNames(projectId, (name) => reader.tables?.(name), column, text, signal) : [],
    }),
    [projectId, people, reader, mayList],
  )
}
