import { describeSurfaces } from './surface-checks'
import { surfacesOfShell } from './surfaces'

describeSurfaces('The shell', surfacesOfShell, ['nightly'])
