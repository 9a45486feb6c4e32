import { describeSurfaces } from './surface-checks'
import { surfacesOfViews } from './surfaces'

describeSurfaces('Other views', surfacesOfViews, ['nightly'])
