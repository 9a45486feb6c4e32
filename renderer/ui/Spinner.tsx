import styles from './Spinner.module.css'

/** A small ring that turns: work of unknown length in a line of text. */
export function Spinner({ size = 14 }: { readonly size?: number }) {
  return <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}
