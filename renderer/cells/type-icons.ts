import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { iconPaths } from './icon-paths'

/** Returns the path data of a column type's icon in a 24 × 24 box. */
export const typeIconPath = (uiType: UiType): string => iconPaths[columnType(uiType).icon]
