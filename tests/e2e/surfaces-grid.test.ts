import { describeSurfaces } from './surface-checks'
import { surfacesOfGrid } from './surfaces'

describeSurfaces('The grid', surfacesOfGrid)
