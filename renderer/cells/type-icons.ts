import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { iconPaths } from './icon-paths'

/** Path data of a column type's icon in a box of 24. */
export const typeIconPath = (uiType: UiType): string => iconPaths[columnType(uiType).icon]
