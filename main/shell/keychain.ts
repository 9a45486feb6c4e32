import { safeStorage } from 'electron'
import type { Keychain } from '@main/lib/keychain'

const names: Partial<Record<NodeJS.Platform, string>> = { darwin: 'keychain', win32: 'dpapi' }

/**
 * Returns the keychain of the system; undefined without one. Linux has none without a desktop that offers it: Electron
 * then encrypts with a password that everybody knows (`basic_text`). Call it after the application is ready.
 */
export function systemKeychain(platform: NodeJS.Platform): Keychain | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined
  const name = names[platform] ?? safeStorage.getSelectedStorageBackend()
  if (name === 'basic_text' || name === 'unknown') return undefined
  return {
    name,
    encrypt: (text) => safeStorage.encryptString(text).toString('base64'),
    decrypt: (encrypted) => safeStorage.decryptString(Buffer.from(encrypted, 'base64')),
  }
}
