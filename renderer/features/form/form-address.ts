/** Where a form is filled in by members, apart from everything else. */
export const formPath = (projectId: string, viewId: string): string =>
  `/nc/${encodeURIComponent(projectId)}/form/${encodeURIComponent(viewId)}`

/** The same, to be sent to somebody. */
export function formAddress(projectId: string, viewId: string): string {
  const { origin, pathname } = window.location
  return `${origin}${pathname}#${formPath(projectId, viewId)}`
}
