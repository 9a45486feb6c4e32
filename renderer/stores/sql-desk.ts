import { useSqlClient, type SqlSheet } from './client-modules'
import { useUsers } from './users'

/** Storage key of one user's queries in a project: several users may share the browser. */
const keyOf = (projectId: string): string => `${useUsers.getState().user?.email ?? ''} ${projectId}`

const none: readonly SqlSheet[] = []
/** Open queries per project. */
const sheetsMax = 30

/** Returns the user's open queries in a project, in the order of their tabs. */
export function useSqlSheets(projectId: string): readonly SqlSheet[] {
  return useSqlClient((state) => state.desks[keyOf(projectId)]?.sheets ?? none)
}

/** Returns the query in front. */
export function useActiveSqlSheet(projectId: string): SqlSheet | undefined {
  return useSqlClient((state) => activeOf(state.desks[keyOf(projectId)]))
}

type Desk = ReturnType<typeof useSqlClient.getState>['desks'][string]

const activeOf = (desk: Desk | undefined): SqlSheet | undefined =>
  desk?.sheets.find(({ id }) => id === desk.active) ?? desk?.sheets.at(-1)

function change(projectId: string, next: (desk: Desk) => Desk): void {
  const key = keyOf(projectId)
  const { desks, deskChanged } = useSqlClient.getState()
  deskChanged(key, next(desks[key] ?? { sheets: [] }))
}

/** The open queries of the SQL editor. They survive a restart of the window. */
export const sqlDesk = {
  active: (projectId: string): SqlSheet | undefined => activeOf(useSqlClient.getState().desks[keyOf(projectId)]),
  /** Opens a query in a tab of its own, or activates the tab of a saved one. @returns its id */
  open: (projectId: string, sheet: Partial<Omit<SqlSheet, 'id'>> = {}): string => {
    const { desks } = useSqlClient.getState()
    const known =
      sheet.saved === undefined ? undefined : desks[keyOf(projectId)]?.sheets.find(({ saved }) => saved === sheet.saved)
    const id = known?.id ?? crypto.randomUUID()
    change(projectId, ({ sheets }) => ({
      sheets: known ? sheets : [...sheets, { text: '', ...sheet, id }].slice(-sheetsMax),
      active: id,
    }))
    return id
  },
  activate: (projectId: string, id: string): void => change(projectId, (desk) => ({ ...desk, active: id })),
  edit: (projectId: string, id: string, edit: Partial<Omit<SqlSheet, 'id'>>): void =>
    change(projectId, (desk) => ({
      ...desk,
      sheets: desk.sheets.map((sheet) => (sheet.id === id ? { ...sheet, ...edit } : sheet)),
    })),
  /** Closes a query. Its right neighbour becomes active, or the left one at the end. */
  close: (projectId: string, id: string): void =>
    change(projectId, (desk) => {
      const at = desk.sheets.findIndex((sheet) => sheet.id === id)
      const sheets = desk.sheets.filter((sheet) => sheet.id !== id)
      return { sheets, active: desk.active === id ? (sheets[at] ?? sheets.at(-1))?.id : desk.active }
    }),
}
