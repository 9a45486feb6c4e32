import {
  DataEditorCore,
  type DataEditorCoreProps,
  type DataEditorRef,
  type GridColumn,
  type Item,
} from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { useAfterFirstRows } from '@renderer/stores'
import { useLatest, useShownLook } from '@renderer/ui'
import {
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type Ref,
  type RefObject,
} from 'react'
import {
  rowNumberWidth,
  type CellPosition,
  type DataGridHandle,
  type DataGridProps,
} from '@renderer/features/records/painter/data-grid'
import { fill, glideCell } from './glide-cells'
import { glideLine } from './glide-lines'
import { useFocusOfPainter, useFonts, useFreshDrop, usePainterSize, useStartAt, useWaitForRows } from './glide-hooks'
import { maxColumnWidth, usePainterEvents } from './glide-events'
import { useHeaderEdge } from './header-edge'
import { toGlide, toHighlights } from './glide-selection'
import styles from './glide.module.css'
import { usePresses, type Presses } from './glide-presses'
import { readGridTheme, type GridTheme } from './grid-theme'
import { usePainterSpace, type PainterSpace } from './use-painter-space'
import { painterHandle, useDrawing, useLineHeights, type DrawnProps } from './use-drawing'

/** The grid, painted by Glide. Only Glide's painting, scrolling and pointer handling are enabled. */
export function GlideDataGrid(props: DataGridProps & { readonly ref?: Ref<DataGridHandle> }) {
  const { columns, rowCount, cellAt, selection } = props
  const editor = useRef<DataEditorRef>(null)
  const box = useRef<HTMLDivElement>(null)
  const space = usePainterSpace(box)
  const theme = useGridTheme(columns, space)
  const [version, setVersion] = useState(0)
  const [hoveredRow, setHoveredRow] = useState<number>()
  const latest = useLatest<DrawnProps>({ props, theme, hoveredRow })
  const isWaiting = useWaitForRows(props)
  const focus = useFocusOfPainter(editor, isWaiting)
  useImperativeHandle(
    props.ref,
    () => ({ ...painterHandle(editor, box, latest, space, () => setVersion((before) => before + 1)), focus }),
    [latest, space, focus],
  )

  const activeBefore = useRef<CellPosition>(undefined)
  const presses = usePresses()
  useFreshDrop(presses)
  const edge = useHeaderEdge()
  useStartAt(editor, props.startAt)
  const glideColumns = useMemo<GridColumn[]>(
    () => columns.map(({ id, title, width }) => ({ id, title, width, hasMenu: true })),
    [columns],
  )
  const active = selection.active
  const { getCellContent, rowTheme } = useCellContent(latest, version)
  const activeCell = active && columns[active.column] ? cellAt(active) : undefined
  const isRefused = activeCell?.state === 'ready' && activeCell.marks.includes('refused')
  const { renderers, chrome, drawHeader } = useDrawing(latest)
  const markerWidth = rowNumberWidth(rowCount)
  const frozen = isWaiting ? 0 : Math.min(props.frozenColumns, columns.length)
  const frozenEdge = markerWidth + columns.slice(0, frozen).reduce((sum, column) => sum + column.width, 0)

  const { heightAt, contentHeight } = useLineHeights(props)
  const { firstSize, rest } = usePainterSize(box, { contentHeight, isWaiting })
  const highlights = useMemo(
    () => toHighlights(props.highlights ?? [], columns.length, theme.cells.accent),
    [props.highlights, columns.length, theme],
  )

  const { events, overNumber } = usePainterEvents({
    latest,
    presses,
    edge,
    activeBefore,
    space,
    onRowHovered: setHoveredRow,
  })

  const glideSelection = useMemo(() => toGlide(selection, columns.length), [selection, columns.length])
  const hasFill = props.fill !== undefined
  const mayMoveRows = props.onRowMove !== undefined
  const { headerHeight, addRowLabel, afterColumns } = props
  // The same element until something that it draws changes: the painter renders and draws only then.
  const painter = useMemo(
    () => (
      <DataEditorCore
        ref={editor}
        {...fixedProps}
        {...space.props}
        {...(firstSize && { initialSize: firstSize })}
        columns={glideColumns}
        rows={rowCount}
        getCellContent={getCellContent}
        renderers={chrome}
        customRenderers={renderers}
        drawHeader={drawHeader}
        theme={theme.glide}
        rowHeight={heightAt}
        headerHeight={headerHeight}
        freezeColumns={frozen}
        rowMarkers={{ kind: 'both', width: markerWidth, headerAlwaysVisible: true }}
        gridSelection={glideSelection}
        highlightRegions={highlights}
        fillHandle={hasFill ? fillHandle : false}
        getRowThemeOverride={rowTheme}
        {...events}
        {...(mayMoveRows && {
          onRowMoved: (from: number, to: number) => latest.current.props.onRowMove?.(from, to > from ? to + 1 : to),
        })}
        {...(addRowLabel === undefined
          ? {}
          : {
              trailingRowOptions: { hint: addRowLabel, sticky: false, tint: false },
              onRowAppended: () => latest.current.props.onAddRow(),
            })}
        rightElement={afterColumns}
        drawFocusRing={!isRefused}
      />
    ),
    [
      glideColumns,
      rowCount,
      getCellContent,
      chrome,
      renderers,
      drawHeader,
      theme,
      heightAt,
      headerHeight,
      frozen,
      markerWidth,
      glideSelection,
      highlights,
      hasFill,
      rowTheme,
      mayMoveRows,
      addRowLabel,
      afterColumns,
      isRefused,
      events,
      space,
      firstSize,
      latest,
    ],
  )

  return (
    <div
      ref={box}
      className={styles.grid}
      dir={space.isMirrored ? 'rtl' : 'ltr'}
      role="region"
      aria-label={props.label}
      onPointerDownCapture={(event) => {
        activeBefore.current = selection.active
        presses.down(event)
        edge.onDown(event)
      }}
      onPointerMove={edge.onMove}
      onPointerUpCapture={presses.up}
      onPointerDown={(event) => {
        // The painter takes the focus a frame later, and would lose an earlier key.
        if (event.target instanceof Element && event.target.closest('button') === null) editor.current?.focus()
      }}
      onPointerLeave={(event) => {
        edge.onLeave(event)
        setHoveredRow(undefined)
        props.onHover?.(undefined)
      }}
      onDoubleClick={(event) => pressTwice(event, { props, editor, space, presses, overNumber })}
    >
      {!isWaiting && painter}
      {frozen > 0 && <div data-frozen-edge className={styles.frozenEdge} style={{ insetInlineStart: frozenEdge }} />}
      {rest > 0 && <div className={styles.rest} style={{ height: rest, insetBlockStart: contentHeight }} />}
    </div>
  )
}

interface TwicePressed {
  readonly props: DataGridProps
  readonly editor: RefObject<DataEditorRef | null>
  readonly space: PainterSpace
  readonly presses: Presses
  readonly overNumber: RefObject<number | undefined>
}

/** Handles a double click: on the fill handle, on a row number, or on a cell. */
function pressTwice(
  { clientX, clientY }: MouseEvent,
  { props, editor, space, presses, overNumber }: TwicePressed,
): void {
  const { range } = props.selection
  const corner = range && editor.current?.getBounds(range.column + range.columns - 1, range.row + range.rows - 1)
  const pressed = space.toPage({ x: clientX, y: clientY, width: 0, height: 0 })
  const isNear = (at: number, edge: number): boolean => Math.abs(at - edge + 2) <= fillHandle.size
  if (corner && isNear(pressed.x, corner.x + corner.width) && isNear(pressed.y, corner.y + corner.height))
    props.fill?.onFillDown()
  else if (overNumber.current !== undefined) props.onRowOpen?.(overNumber.current)
  else {
    const cell = presses.doubleClicked()
    if (cell) props.onActivate(cell)
  }
}

/**
 * Returns what cells show, and how rows look. New functions make the painter draw its cells again.
 *
 * @param version  grows with each repaint
 */
function useCellContent(latest: RefObject<DrawnProps>, version: number) {
  const { props, theme, hoveredRow } = latest.current
  const { columns, cellAt, cellColour, rowColour, lineAt } = props
  const { active } = props.selection
  const getCellContent = useCallback(
    ([at, row]: Item) => {
      // Grows with each repaint, when cells change without a prop.
      void version
      const column = columns[at]
      if (!column) throw new RangeError(`No column ${at}`)
      const isActive = active?.column === at && active.row === row
      const line = lineAt?.(row)
      if (line) return glideLine({ line, column, first: at === 0, active: isActive }, theme)
      const mark = at === 0 ? latest.current.props.rowMark?.(row) : undefined
      const colour = cellColour?.({ column: at, row }) ?? rowColour?.(row)
      return glideCell({ cell: cellAt({ column: at, row }), column, active: isActive, mark, colour }, theme)
    },
    [columns, cellAt, cellColour, rowColour, lineAt, theme, active, version, latest],
  )
  const rowTheme = useCallback(
    (row: number) => {
      // Colours follow from values of rows.
      void version
      const colour = rowColour?.(row)
      if (colour !== undefined) return fill(theme.cells.chips[colour].background)
      return row === hoveredRow ? fill(theme.cells.hover) : undefined
    },
    [rowColour, hoveredRow, theme, version],
  )
  return { getCellContent, rowTheme }
}

/** Returns the theme. A new object redraws everything: in dark mode, and when fonts arrive late. */
function useGridTheme(columns: DataGridProps['columns'], { isMirrored }: PainterSpace): GridTheme {
  const look = useShownLook()
  const isTime = useAfterFirstRows()
  const fontsArrived = useFonts(isTime && columns.some(({ display }) => display === 'json' || display === 'code'))
  return useMemo(() => {
    void [look, fontsArrived, isMirrored]
    return readGridTheme(document.documentElement)
  }, [look, fontsArrived, isMirrored])
}

/** Height of a toast and its distance, in CSS pixels. */
const overscrollPx = 72

/** Visual reference §5. */
const fillHandle = { shape: 'square', size: 7, offsetX: -2, offsetY: -2, outline: 1 } as const
const rightElement = { sticky: false, fill: true } as const
const noIcons = {}
const noImages = {
  setWindow: () => undefined,
  loadOrGetImage: () => undefined,
  setCallback: () => undefined,
}

/** Settings of the painter that never change. */
const fixedProps = {
  width: '100%',
  height: '100%',
  getCellsForSelection: true,
  headerIcons: noIcons,
  imageWindowLoader: noImages,
  rowSelectionMode: 'multi',
  rangeSelect: 'multi-rect',
  columnSelect: 'none',
  rowSelect: 'multi',
  rowSelectionBlending: 'exclusive',
  editOnType: false,
  cellActivationBehavior: 'double-click',
  minColumnWidth: 40,
  maxColumnWidth: maxColumnWidth,
  // Leaves room to scroll the last lines out from under a toast.
  overscrollY: overscrollPx,
  resizeIndicator: 'full',
  rightElementProps: rightElement,
  verticalBorder: true,
  smoothScrollX: true,
  smoothScrollY: true,
  fixedShadowX: false,
  fixedShadowY: false,
  scrollToActiveCell: true,
} satisfies Partial<DataEditorCoreProps>
