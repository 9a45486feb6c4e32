import { describeSurfaces } from './surface-checks'
import { surfacesOfProject } from './surfaces'

describeSurfaces('Records and the project', surfacesOfProject)
