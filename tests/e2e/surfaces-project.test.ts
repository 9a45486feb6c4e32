import { describeSurfaces } from './surface-checks'
import { surfacesOfProject } from './surfaces'

describeSurfaces('The project', surfacesOfProject, ['nightly'])
