const projects = new WeakMap<object, string>()

/** Records the project of a table, for rules that need it; the table object doesn't contain it. */
export function belongsToProject(table: object, projectId: string): void {
  projects.set(table, projectId)
}

/** Returns undefined for an unrecorded table. */
export function projectOf(table: object): string | undefined {
  return projects.get(table)
}
