import type { RequestMethod } from '@common/api-client/request'
import styles from './clients.module.css'

export interface MethodNameProps {
  readonly method: RequestMethod | undefined
  /** True if nothing stands below it in the same column. */
  readonly fitted?: boolean
}

/** The method of a request, in the colour of what it does. */
export function MethodName({ method, fitted = false }: MethodNameProps) {
  return (
    <span className={styles.verb} data-method={method} data-fitted={fitted || undefined} translate="no">
      {method === 'DELETE' ? 'DEL' : method === 'OPTIONS' ? 'OPT' : method}
    </span>
  )
}
