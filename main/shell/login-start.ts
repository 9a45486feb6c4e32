import { app } from 'electron'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export interface LoginStartDeps {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  /** The program and its arguments. */
  readonly command: readonly string[]
}

/** Argument of a start at login: no window opens if the tray is on. */
export const hiddenArgument = '--hidden'

/**
 * Starts the application when the user signs in to the computer, or not any more. macOS and Windows have an entry for
 * it; Linux starts what is in a folder.
 */
export function setLoginStart(isOn: boolean, { platform, environment, command }: LoginStartDeps): void {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isOn, args: [hiddenArgument] })
    return
  }
  const file = autostartFile(environment)
  if (!isOn) {
    rmSync(file, { force: true })
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, desktopEntry([...command, hiddenArgument]))
}

/** Desktop Application Autostart Specification: `$XDG_CONFIG_HOME/autostart`. */
export function autostartFile(environment: NodeJS.ProcessEnv): string {
  const config = environment['XDG_CONFIG_HOME'] ?? ''
  return join(config === '' ? join(homedir(), '.config') : config, 'autostart', 'basalt.desktop')
}

/**
 * Desktop Entry Specification: an argument in quotes escapes some signs and doubles percent signs. The value as a whole
 * escapes backslashes once more.
 */
function desktopEntry(command: readonly string[]): string {
  const quoted = command.map((part) => `"${part.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`)
  const value = quoted.join(' ').replaceAll('\\', String.raw`\\`)
  return `[Desktop Entry]\nType=Application\nName=Basalt\nExec=${value}\nTerminal=false\nX-GNOME-Autostart-enabled=true\n`
}
