/** Returns the path where members fill in a form, without the rest of the application. */
export const formPath = (projectId: string, viewId: string): string =>
  `/nc/${encodeURIComponent(projectId)}/form/${encodeURIComponent(viewId)}`

/** Returns the same as a full address to share. */
export function formAddress(projectId: string, viewId: string): string {
  const { origin, pathname } = window.location
  return `${origin}${pathname}#${formPath(projectId, viewId)}`
}
