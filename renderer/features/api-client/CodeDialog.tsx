import type { ApiRequest } from '@common/api-client/request'
import type { VariableValues } from '@common/variables'
import { CodeText, plainText } from '@renderer/features/code'
import { useTranslation } from '@renderer/i18n'
import { copyText, Dialog, Select } from '@renderer/ui'
import { useMemo, useState } from 'react'
import styles from './api-client.module.css'
import { pageRoot } from './send'
import { codeOf, codeTargets, type CodeTarget } from './code'

export interface CodeDialogProps {
  /** Variables with a readable value. */
  readonly values: VariableValues
  readonly request: ApiRequest
  readonly onClose: () => void
}

/** The request as code in eight languages. */
export function CodeDialog({ values, request, onClose }: CodeDialogProps) {
  const { t } = useTranslation()
  const [target, setTarget] = useState<CodeTarget>('curl')
  const code = useMemo(() => codeOf(request, { target, values, root: pageRoot() }), [request, target, values])
  return (
    <Dialog
      opened
      width={880}
      title={t('apiClient.code.title')}
      text={t('apiClient.code.secrets')}
      action={t('apiClient.code.copy')}
      leave={t('apiClient.code.close')}
      onSubmit={() => void copyText(code)}
      onClose={onClose}
    >
      <div className={styles.codeLine}>
        <Select<CodeTarget>
          label={t('apiClient.code.language')}
          isUntranslated
          value={target}
          options={codeTargets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setTarget}
        />
      </div>
      <div className={styles.codeBox}>
        <CodeText label={t('apiClient.code.title')} language={plainText} value={code} />
      </div>
    </Dialog>
  )
}
