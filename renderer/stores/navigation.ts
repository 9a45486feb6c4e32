/** Where the stores go when a session ends or a project is lost. The router binds itself at start. */
type Navigate = (path: string) => Promise<void> | void

let navigate: Navigate = () => undefined
let destination: string | null = null

export function bindNavigation(to: Navigate): void {
  navigate = to
}

/** Navigates to a page. Resolves when it is visible. */
export async function goTo(path: string): Promise<void> {
  await navigate(path)
}

/** Saves the page requested before sign-in, for this window only. */
export function rememberDestination(path: string | null): void {
  destination = path
}

/** Returns the page to open after sign-in: the requested one, else the project list. */
export const nextDestination = (): string => destination ?? '/projects'

/** Like `nextDestination`, and forgets it. */
export function takeDestination(): string {
  const path = nextDestination()
  destination = null
  return path
}
