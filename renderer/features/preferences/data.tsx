import { serverAddress, useShell } from '@renderer/stores'
import styles from './preferences.module.css'
import type { SettingsContent } from './section'

function Address() {
  const info = useShell((state) => state.info)
  return <code className={styles.path}>{serverAddress(info)}</code>
}

export const content: SettingsContent = {
  title: 'preferences.data.title',
  rows: [{ id: 'address', label: 'preferences.data.address', Control: Address }],
}
