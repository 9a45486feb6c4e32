import { withTexts } from '@renderer/i18n'
import { later } from '@renderer/ui'
import { savedRuns, useAfterFirstRows, useUsers } from '@renderer/stores'
import { useEffect } from 'react'
import { useImports } from './import-store'

const load = () => withTexts(import('./surfaces'), ['imports'])
const ImportWizard = later(async () => (await load()).ImportWizard)
const FailedRows = later(async () => (await load()).FailedRows)

/** Where imports appear, over every page. Their code is fetched with the first of them. */
export function ImportPlace() {
  const request = useImports((state) => state.request)
  const failures = useImports((state) => state.failures)
  const person = useUsers((state) => state.user?.email)
  const isCalm = useAfterFirstRows()
  useEffect(() => {
    if (!isCalm || person === undefined || savedRuns().length === 0) return
    void load().then(({ followSavedImports }) => followSavedImports())
  }, [isCalm, person])
  return (
    <>
      {request && <ImportWizard key={request.id} request={request} />}
      {failures && <FailedRows {...failures} />}
    </>
  )
}
