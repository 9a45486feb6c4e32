import { describeSurfaces } from './surface-checks'
import { surfacesOfObjects } from './surfaces'

describeSurfaces('Objects, clients and templates', surfacesOfObjects, ['nightly'])
