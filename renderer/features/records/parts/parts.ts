import { useDuplicatesPart } from '../duplicates/duplicates-part'
import { useExportPart } from '../export/export-part'
import { useColourPart, useFilterPart } from '../filter/filter-parts'
import { useLivePart } from '../live/live-part'
import { useApiPart } from './api-part'
import { useFilesPart } from '../cells/files-part'
import { useActionPart } from './action-part'
import { useNewRecordPart } from './new-record-part'
import { useRowsPart } from './rows-part'
import { useSortPart } from './sort-part'
import { useSharePart } from './share-part'
import { useVisitorPart } from './visitor-part'
import { useFieldsPart, useViewPart } from './view-parts'
import { useRecordPart } from '../record/record-part'
import { useRowOperationsPart } from '../operations/row-operations-part'
import type { GridSession } from '../session/session'
import { useUndoPart } from '../undo/undo-part'
import type { GridPart } from './grid-part'

/**
 * Returns the parts of views that don't show records as lines of cells, in toolbar order.
 *
 * @param own  the part of this kind of view, shown beside the name of the view
 */
export function useCardParts(session: GridSession, own: GridPart): readonly GridPart[] {
  return [
    useViewPart(session),
    own,
    useFieldsPart(session),
    useFilterPart(session),
    useSortPart(session),
    useColourPart(session),
    useNewRecordPart(session),
    useRowsPart(session),
    useFilesPart(session),
    useRecordPart(session),
    useRowOperationsPart(session),
    useDuplicatesPart(session),
    useLivePart(session),
    useUndoPart(session),
    useActionPart(session),
    useExportPart(session),
    useApiPart(session),
    useVisitorPart(session),
    useSharePart(session),
  ]
}
