const projects = new WeakMap<object, string>()

/** Says to which project a table belongs, for rules that look beyond it: the table itself does not know. */
export function belongsToProject(table: object, projectId: string): void {
  projects.set(table, projectId)
}

/** Undefined for a table of which nobody has said it. */
export function projectOf(table: object): string | undefined {
  return projects.get(table)
}
