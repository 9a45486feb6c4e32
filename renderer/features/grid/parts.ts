import { useFilesPart } from '@renderer/features/records/cells/files-part'
import { useDuplicatesPart } from '@renderer/features/records/duplicates/duplicates-part'
import { useExportPart } from '@renderer/features/records/export/export-part'
import { useColourPart, useFilterPart } from '@renderer/features/records/filter/filter-parts'
import { useLivePart } from '@renderer/features/records/live/live-part'
import { useRowOperationsPart } from '@renderer/features/records/operations/row-operations-part'
import { useActionPart } from '@renderer/features/records/parts/action-part'
import { useApiPart } from '@renderer/features/records/parts/api-part'
import { useNewRecordPart } from '@renderer/features/records/parts/new-record-part'
import { useRowsPart } from '@renderer/features/records/parts/rows-part'
import { useSortPart } from '@renderer/features/records/parts/sort-part'
import { useFieldsPart, useRowHeightPart, useViewPart } from '@renderer/features/records/parts/view-parts'
import { useRecordPart } from '@renderer/features/records/record/record-part'
import { useSharePart } from '@renderer/features/records/parts/share-part'
import { useVisitorPart } from '@renderer/features/records/parts/visitor-part'
import type { GridSession } from '@renderer/features/records/session/session'
import { useUndoPart } from '@renderer/features/records/undo/undo-part'
import { useHoverPart } from './cells/hover-part'
import { useKeysPart } from './cells/keys-part'
import { useClipboardPart } from './clipboard/clipboard-part'
import { useFillPart } from './fill/fill-part'
import { useFindPart } from './find/find-part'
import { useFootPart } from './foot/foot-part'
import { useGroupPart } from './group/group-part'
import { useCellPart } from './parts/cell-part'
import { useColumnPart } from './parts/column-part'
import { useCommandPart } from './parts/command-part'
import { useDuplicateColumnPart } from './parts/duplicate-column-part'
import { useRangesPart } from './parts/ranges-part'
import { useShowPart } from './parts/show-part'
import { useWholeColumnsPart } from './parts/whole-columns-part'
import { useStatisticsPart } from './statistics/statistics-part'
import { useSummaryPart } from './summary/summary-part'
import type { GridPart } from '../records/parts/grid-part'

/** Returns all parts in toolbar order. To add a part, add its hook in one line here. */
export function useGridParts(session: GridSession): readonly GridPart[] {
  return [
    useViewPart(session),
    useFieldsPart(session),
    useFilterPart(session),
    useGroupPart(session),
    useSortPart(session),
    useColourPart(session),
    useRowHeightPart(session),
    useNewRecordPart(session),
    useRowsPart(session),
    useRangesPart(session),
    useWholeColumnsPart(session),
    useCellPart(session),
    useFilesPart(session),
    useKeysPart(session),
    useHoverPart(session),
    useClipboardPart(session),
    useFillPart(session),
    useFindPart(session),
    useSummaryPart(session),
    useFootPart(session),
    useShowPart(session),
    useStatisticsPart(session),
    useDuplicatesPart(session),
    useColumnPart(session),
    useDuplicateColumnPart(session),
    useRecordPart(session),
    useRowOperationsPart(session),
    useLivePart(session),
    useUndoPart(session),
    useCommandPart(session),
    useActionPart(session),
    useExportPart(session),
    useApiPart(session),
    useVisitorPart(session),
    useSharePart(session),
  ]
}
