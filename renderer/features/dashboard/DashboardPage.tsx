import { LaterPage } from '@renderer/features/errors'

/** The dashboard of a project. */
export function DashboardPage() {
  return <LaterPage />
}
