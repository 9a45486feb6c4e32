import { DataEditorCore, type DataEditorRef, type GridColumn, type Item } from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { useAfterFirstRows } from '@renderer/stores'
import { useLatest, useShownScheme } from '@renderer/ui'
import { useCallback, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import {
  rowNumberWidth,
  type CellPosition,
  type DataGridHandle,
  type DataGridProps,
} from '@renderer/features/records/painter/data-grid'
import { countRows } from '@renderer/features/records/painter/selection'
import { cellRenderer, fill, glideCell } from './glide-cells'
import { chromeRenderers, headerDrawing } from './glide-chrome'
import { glideLine, lineRenderer } from './glide-lines'
import { useFonts, useRestBelow, useStartAt } from './glide-hooks'
import { maxColumnWidth, usePainterEvents } from './glide-events'
import { useHeaderEdge } from './header-edge'
import { toGlide, toHighlights } from './glide-selection'
import styles from './glide.module.css'
import { usePresses } from './glide-presses'
import { readGridTheme } from './grid-theme'
import { ownKeys } from './own-keys'

/** Our grid painted by Glide. Everything but painting, scrolling and pointing is switched off in it. */
export function GlideDataGrid(props: DataGridProps & { readonly ref?: Ref<DataGridHandle> }) {
  const { columns, rowCount, cellAt, selection, rowColour, cellColour, lineAt } = props
  const editor = useRef<DataEditorRef>(null)
  const box = useRef<HTMLDivElement>(null)
  const scheme = useShownScheme()
  const isTime = useAfterFirstRows()
  const fontsArrived = useFonts(isTime && columns.some(({ display }) => display === 'json' || display === 'code'))
  // A new theme object redraws everything: fonts that arrived late are one reason, dark mode another.
  const theme = useMemo(() => {
    void fontsArrived
    return readGridTheme(document.documentElement, scheme)
  }, [scheme, fontsArrived])
  const [version, setVersion] = useState(0)
  const [hoveredRow, setHoveredRow] = useState<number>()
  const latest = useLatest({ props, theme, hoveredRow })

  useImperativeHandle(
    props.ref,
    (): DataGridHandle => ({
      repaint: (cells) => {
        if (cells) editor.current?.updateCells(cells.map(({ column, row }) => ({ cell: [column, row] })))
        else setVersion((before) => before + 1)
      },
      focus: () => editor.current?.focus(),
      scrollTo: ({ column, row }) => editor.current?.scrollTo(column, row),
      scrollBy: (rows) => {
        const scroller = box.current?.querySelector('.dvn-scroller')
        if (scroller) scroller.scrollTop += rows * latest.current.props.rowHeight
      },
      boundsOf: ({ column, row }) => editor.current?.getBounds(column, row),
    }),
    [latest],
  )

  const activeBefore = useRef<CellPosition>(undefined)
  const presses = usePresses()
  const edge = useHeaderEdge()
  useStartAt(editor, props.startAt)
  const glideColumns = useMemo<GridColumn[]>(
    () => columns.map(({ id, title, width }) => ({ id, title, width, hasMenu: true })),
    [columns],
  )
  const active = selection.active
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
  const activeCell = active && columns[active.column] ? cellAt(active) : undefined
  const isRefused = activeCell?.state === 'ready' && activeCell.marks.includes('refused')
  const renderers = useMemo(
    () => [
      lineRenderer(() => latest.current.theme),
      cellRenderer(
        () => latest.current.theme,
        () => latest.current.hoveredRow,
      ),
    ],
    [latest],
  )
  const chrome = useMemo(
    () =>
      chromeRenderers({
        theme: () => latest.current.theme,
        hoveredRow: () => latest.current.hoveredRow,
        isDraft: (row) => latest.current.props.isDraftRow(row),
        numberOf: (row) => {
          const { rowNumber } = latest.current.props
          return rowNumber ? rowNumber(row) : row + 1
        },
      }),
    [latest],
  )
  const drawHeader = useMemo(
    () =>
      headerDrawing(
        () => latest.current.theme,
        (index) => latest.current.props.columns[index],
        () => {
          const selected = countRows(latest.current.props.selection.rows)
          return selected === 0 ? false : selected >= latest.current.props.rowCount ? true : 'mixed'
        },
      ),
    [latest],
  )
  const markerWidth = rowNumberWidth(rowCount)
  const frozen = Math.min(props.frozenColumns, columns.length)
  const frozenEdge = markerWidth + columns.slice(0, frozen).reduce((sum, column) => sum + column.width, 0)

  const lines = rowCount + (props.addRowLabel === undefined ? 0 : 1)
  const { lineHeights, rowHeight } = props
  const allLines = useMemo(() => heightOf(lineHeights, rowHeight, lines), [lineHeights, rowHeight, lines])
  const contentHeight = props.headerHeight + 1 + allLines
  const rest = useRestBelow(box, contentHeight)
  // The painter asks for the height of every line with every scrolling: it must cost nothing.
  const heightAt = useMemo(
    () => (lineHeights === undefined ? rowHeight : (line: number) => lineHeights[line] ?? rowHeight),
    [lineHeights, rowHeight],
  )

  const highlights = useMemo(
    () => toHighlights(props.highlights ?? [], columns.length, theme.cells.accent),
    [props.highlights, columns.length, theme],
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

  const { events, overNumber } = usePainterEvents({ latest, presses, edge, activeBefore, onRowHovered: setHoveredRow })

  const glideSelection = useMemo(() => toGlide(selection, columns.length), [selection, columns.length])
  const hasFill = props.fill !== undefined
  const mayMoveRows = props.onRowMove !== undefined
  const { headerHeight, addRowLabel, afterColumns } = props
  // The same element until something that it draws changes: the painter renders and draws only then.
  const painter = useMemo(
    () => (
      <DataEditorCore
        ref={editor}
        width="100%"
        height="100%"
        columns={glideColumns}
        rows={rowCount}
        getCellContent={getCellContent}
        getCellsForSelection
        renderers={chrome}
        customRenderers={renderers}
        headerIcons={noIcons}
        imageWindowLoader={noImages}
        drawHeader={drawHeader}
        theme={theme.glide}
        rowHeight={heightAt}
        headerHeight={headerHeight}
        freezeColumns={frozen}
        rowMarkers={{ kind: 'both', width: markerWidth, headerAlwaysVisible: true }}
        rowSelectionMode="multi"
        rangeSelect="multi-rect"
        columnSelect="none"
        rowSelect="multi"
        rowSelectionBlending="exclusive"
        gridSelection={glideSelection}
        highlightRegions={highlights}
        fillHandle={hasFill ? fillHandle : false}
        getRowThemeOverride={rowTheme}
        editOnType={false}
        cellActivationBehavior="double-click"
        {...events}
        keybindings={ownKeys}
        minColumnWidth={40}
        maxColumnWidth={maxColumnWidth}
        // Leaves room to scroll the last lines out from under a toast.
        overscrollY={overscrollPx}
        resizeIndicator="full"
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
        rightElementProps={rightElement}
        verticalBorder
        smoothScrollX
        smoothScrollY
        fixedShadowX={false}
        fixedShadowY={false}
        drawFocusRing={!isRefused}
        scrollToActiveCell
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
      latest,
    ],
  )

  return (
    <div
      ref={box}
      className={styles.grid}
      dir="ltr"
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
        // The painter takes the focus a frame later, and a key that is quicker would be lost.
        if (event.target instanceof Element && event.target.closest('button') === null) editor.current?.focus()
      }}
      onPointerLeave={(event) => {
        edge.onLeave(event)
        setHoveredRow(undefined)
        props.onHover?.(undefined)
      }}
      onDoubleClick={({ clientX, clientY }) => {
        const { range } = selection
        const corner = range && editor.current?.getBounds(range.column + range.columns - 1, range.row + range.rows - 1)
        const isNear = (at: number, edge: number): boolean => Math.abs(at - edge + 2) <= fillHandle.size
        if (corner && isNear(clientX, corner.x + corner.width) && isNear(clientY, corner.y + corner.height))
          props.fill?.onFillDown()
        else if (overNumber.current !== undefined) props.onRowOpen?.(overNumber.current)
        else {
          const cell = presses.doubleClicked()
          if (cell) props.onActivate(cell)
        }
      }}
    >
      {painter}
      {frozen > 0 && <div className={styles.frozenEdge} style={{ insetInlineStart: frozenEdge }} />}
      {rest > 0 && <div className={styles.rest} style={{ height: rest, insetBlockStart: contentHeight }} />}
    </div>
  )
}

/** Height of so many lines, the last of which adds a row. */
function heightOf(lineHeights: Uint8Array | undefined, rowHeight: number, lines: number): number {
  if (lineHeights === undefined) return lines * rowHeight
  let height = Math.max(0, lines - lineHeights.length) * rowHeight
  for (const one of lineHeights) height += one
  return height
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
