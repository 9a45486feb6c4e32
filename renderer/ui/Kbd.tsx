import { keyNames } from './key-names'
import styles from './Kbd.module.css'

/** One key cap. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>
}

/** A chord as key caps: `Mod+Shift+D` → Ctrl Shift D, or ⌘ ⇧ D on macOS. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keyNames(keys).map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
    </span>
  )
}
