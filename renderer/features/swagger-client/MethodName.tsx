import type { RequestMethod } from '@common/api-client/request'
import styles from './swagger-client.module.css'

/** The method of an operation, in the colour of what it does. */
export function MethodName({ method }: { readonly method: RequestMethod }) {
  return (
    <span className={styles.verb} data-method={method} translate="no">
      {method === 'DELETE' ? 'DEL' : method === 'OPTIONS' ? 'OPT' : method}
    </span>
  )
}
