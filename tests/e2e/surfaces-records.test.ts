import { describeSurfaces } from './surface-checks'
import { surfacesOfRecords } from './surfaces'

describeSurfaces('Records', surfacesOfRecords, ['nightly'])
