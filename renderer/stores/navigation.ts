/** Where the stores go when a session ends or a project is lost. The router binds itself at start. */
type Navigate = (path: string) => Promise<void> | void

let navigate: Navigate = () => undefined
let destination: string | null = null

export function bindNavigation(to: Navigate): void {
  navigate = to
}

/** Goes to a page; done when it is shown. */
export async function goTo(path: string): Promise<void> {
  await navigate(path)
}

/** Remembers the page that was asked for before signing in, for this window only. */
export function rememberDestination(path: string | null): void {
  destination = path
}

/** The page to go to after signing in: the one asked for, else the project list. */
export function takeDestination(): string {
  const path = destination ?? '/projects'
  destination = null
  return path
}
