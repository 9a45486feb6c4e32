import { Menu, nativeImage, Tray } from 'electron'
import { desktopText } from '@main/lib/texts'
import icon from '../../resources/icons/32x32.png?inline'

export interface TrayDeps {
  /** Address of the API. */
  readonly address: string
  readonly open: () => void
  readonly copyAddress: () => void
  readonly quit: () => void
}

/** The entry in the system's tray, while the setting is on. */
export interface TrayEntry {
  readonly isShown: () => boolean
  readonly show: (isShown: boolean) => void
}

/** Size of the picture in the tray, in pixels. */
const iconPx = 16

/** @param onFault  receives the error of a system without a tray */
export function createTray(deps: TrayDeps, onFault: (error: unknown) => void): TrayEntry {
  let tray: Tray | undefined
  const add = (): void => {
    const picture = nativeImage.createFromDataURL(icon).resize({ width: iconPx, height: iconPx })
    tray = new Tray(picture)
    tray.setToolTip(desktopText('trayHint', { address: deps.address }))
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: desktopText('trayOpen'), click: deps.open },
        { type: 'separator' },
        { label: deps.address, enabled: false },
        { label: desktopText('trayCopy'), click: deps.copyAddress },
        { type: 'separator' },
        { label: desktopText('quit'), click: deps.quit },
      ]),
    )
    // Linux passes clicks to the menu only.
    tray.on('click', deps.open)
  }
  return {
    isShown: () => tray !== undefined,
    show: (isShown) => {
      if (!isShown) {
        tray?.destroy()
        tray = undefined
        return
      }
      try {
        if (tray === undefined) add()
      } catch (error) {
        // Without a tray, the application ends with its last window.
        tray = undefined
        onFault(error)
      }
    },
  }
}
