import { withTexts } from '@renderer/i18n'
import { useProblem } from '@renderer/stores'
import { lazy, Suspense } from 'react'

const ProblemDialog = lazy(async () => ({
  default: (await withTexts(import('./ProblemDialog'), ['report'])).ProblemDialog,
}))

/** Shows the dialog of a problem over every page. Loads its code then. */
export function ReportPlace() {
  const current = useProblem((state) => state.current)
  return current === null ? null : (
    <Suspense>
      <ProblemDialog problem={current} />
    </Suspense>
  )
}
