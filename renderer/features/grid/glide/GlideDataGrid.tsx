import {
  DataEditorCore,
  type DataEditorRef,
  type GridColumn,
  type GridKeyEventArgs,
  type GridMouseEventArgs,
  type Item,
} from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { useAfterFirstRows } from '@renderer/stores'
import { useShownScheme } from '@renderer/ui'
import { useCallback, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import { rowNumberWidth, type CellPosition, type DataGridHandle, type DataGridProps } from '../data-grid'
import { countRows } from '../selection'
import { cellRenderer, fill, glideCell } from './glide-cells'
import { chromeRenderers, headerDrawing, headWidth } from './glide-chrome'
import { glideLine, lineRenderer } from './glide-lines'
import { useControlHeld, useFonts, useLatest, useRestBelow, useStartAt } from './glide-hooks'
import { useHeaderEdge } from './header-edge'
import { fromGlide, rangeOf, toGlide, toHighlights } from './glide-selection'
import styles from './glide.module.css'
import { usePresses } from './glide-presses'
import { readGridTheme } from './grid-theme'
import { markRoom } from './row-mark'
import { ownKeys } from './own-keys'

/** Our grid painted by Glide. Everything but painting, scrolling and pointing is switched off in it. */
export function GlideDataGrid(props: DataGridProps & { readonly ref?: Ref<DataGridHandle> }) {
  const { columns, rowCount, cellAt, selection, rowColour, cellColour } = props
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

  const scrolledTo = useRef<string>(undefined)
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
      const column = columns[at]
      if (!column) throw new RangeError(`No column ${at}`)
      const isActive = active?.column === at && active.row === row
      const line = latest.current.props.lineAt?.(row)
      if (line) return glideLine({ line, column, first: at === 0, active: isActive }, theme)
      const mark = at === 0 ? latest.current.props.rowMark?.(row) : undefined
      const colour = cellColour?.({ column: at, row }) ?? rowColour?.(row)
      return glideCell({ cell: cellAt({ column: at, row }), column, active: isActive, mark, colour }, theme)
    },
    // The version stands for everything that cells depend on and that is not a prop.
    [columns, cellAt, cellColour, rowColour, theme, active, version], // eslint-disable-line react-hooks/exhaustive-deps
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
      const colour = rowColour?.(row)
      if (colour !== undefined) return fill(theme.cells.chips[colour].background)
      return row === hoveredRow ? fill(theme.cells.hover) : undefined
    },
    // The version stands for the rows, whose colours come of their values.
    [rowColour, hoveredRow, theme, version], // eslint-disable-line react-hooks/exhaustive-deps
  )

  /** The row whose number the pointer is over: clicks there are the painter's own. */
  const overNumber = useRef<number>(undefined)
  const isControlHeld = useControlHeld()

  const onKeyDown = (event: GridKeyEventArgs): void => {
    const taken = props.onKey({
      key: event.key,
      control: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
      alt: event.altKey,
    })
    if (!taken) return
    event.cancel()
    event.preventDefault()
    event.stopPropagation()
  }

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
        headerHeight={props.headerHeight}
        freezeColumns={frozen}
        rowMarkers={{ kind: 'both', width: markerWidth, headerAlwaysVisible: true }}
        rowSelectionMode="multi"
        rangeSelect="multi-rect"
        columnSelect="none"
        rowSelect="multi"
        rowSelectionBlending="exclusive"
        gridSelection={toGlide(selection, columns.length)}
        highlightRegions={highlights}
        fillHandle={props.fill ? fillHandle : false}
        onFillPattern={({ patternSource, fillDestination, preventDefault }) => {
          preventDefault()
          props.fill?.onFill(rangeOf(patternSource), rangeOf(fillDestination), isControlHeld.current)
        }}
        onGridSelectionChange={(next) => props.onSelectionChange(fromGlide(next))}
        getRowThemeOverride={rowTheme}
        onItemHovered={(args) => {
          overNumber.current = args.kind === 'cell' && args.location[0] < 0 ? args.location[1] : undefined
          setHoveredRow(hoverOf(args))
          const [column, row] = args.location
          props.onHover?.(args.kind === 'cell' && column >= 0 ? { column, row } : undefined)
        }}
        onVisibleRegionChanged={({ x, y, width, height }, left, top) => {
          props.onPlace?.({ column: x, line: y, left, top })
          // The last line is counted only when all of it is seen.
          const rows = Math.max(0, Math.min(rowCount, y + height + 1) - y)
          props.onVisible({ column: x, row: y, columns: width, rows })
          const place = `${x} ${y} ${left} ${top}`
          const hasMoved = scrolledTo.current !== undefined && scrolledTo.current !== place
          scrolledTo.current = place
          // The painter calls this for its first place and for each new size too.
          if (hasMoved) props.onScroll()
        }}
        onCellActivated={([column, row], event) => {
          // The browser detects double clicks of a mouse; the painter accepts any two clicks within half a second.
          if (event.inputType === 'pointer' && event.pointerType === 'touch') props.onActivate({ column, row })
        }}
        editOnType={false}
        cellActivationBehavior="double-click"
        onCellClicked={([column, row], event) => {
          if (column < 0 || event.button !== 0) return
          const mark = column === 0 ? props.rowMark?.(row) : undefined
          if (mark && event.localEventX >= event.bounds.width - markRoom(mark, true) && !event.shiftKey) {
            presses.clicked({ column, row }, true)
            props.onRowOpen?.(row)
            event.preventDefault()
            return
          }
          const before = activeBefore.current
          const taken = props.onCellClick(
            { column, row },
            {
              control: event.ctrlKey || event.metaKey,
              x: event.localEventX,
              y: event.localEventY,
              bounds: event.bounds,
              extends: event.shiftKey,
              wasActive: before?.column === column && before.row === row,
            },
          )
          presses.clicked({ column, row }, taken)
          if (taken) event.preventDefault()
        }}
        onCellContextMenu={([column, row], event) => {
          event.preventDefault()
          const at = { x: event.bounds.x + event.localEventX, y: event.bounds.y + event.localEventY }
          if (column >= 0) props.onCellMenu({ column, row }, at)
          else props.onRowMenu?.(row, at)
        }}
        onKeyDown={onKeyDown}
        keybindings={ownKeys}
        onHeaderClicked={(column, event) => {
          if (event.isEdge || presses.isResizing()) return
          const press = edge.press()
          if (press) props.onHeaderEdge(column, press)
          else props.onHeaderClick(column, event.shiftKey)
        }}
        onHeaderMenuClick={(column, bounds) => {
          if (presses.isResizing()) return
          const press = edge.press()
          if (press) props.onHeaderEdge(column, press)
          else props.onHeaderMenu(column, bounds)
        }}
        onHeaderContextMenu={(column, event) => {
          event.preventDefault()
          if (column >= 0) props.onHeaderMenu(column, event.bounds)
        }}
        onColumnResize={(_, width, column) => {
          presses.resized()
          const shown = columns[column]
          // Adds the room of the header, which the painter ignores when a double click fits a column to its cells.
          const least = presses.isHeld() || shown === undefined ? 0 : Math.min(maxColumnWidth, headWidth(shown, theme))
          props.onColumnResize(column, Math.max(width, least))
        }}
        onColumnResizeEnd={presses.resized}
        minColumnWidth={40}
        maxColumnWidth={maxColumnWidth}
        // Leaves room to scroll the last lines out from under a toast.
        overscrollY={overscrollPx}
        resizeIndicator="full"
        onDragOverCell={([column, row], data) => props.onDragOver?.(column < 0 ? undefined : { column, row }, data)}
        onDragLeave={() => props.onDragOver?.(undefined, null)}
        onDrop={([column, row], data) => {
          if (column >= 0) props.onDrop?.({ column, row }, data)
        }}
        {...(props.onRowMove && {
          onRowMoved: (from: number, to: number) => props.onRowMove?.(from, to > from ? to + 1 : to),
        })}
        onColumnMoved={(from, to) => props.onColumnMove(from, to)}
        onColumnProposeMove={(from, to) => {
          props.onColumnDrag?.()
          return from >= frozen && to >= frozen
        }}
        {...(props.addRowLabel === undefined
          ? {}
          : {
              trailingRowOptions: { hint: props.addRowLabel, sticky: false, tint: false },
              onRowAppended: () => props.onAddRow(),
            })}
        rightElement={props.afterColumns}
        rightElementProps={rightElement}
        verticalBorder
        smoothScrollX
        smoothScrollY
        fixedShadowX={false}
        fixedShadowY={false}
        drawFocusRing={!isRefused}
        scrollToActiveCell
      />
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

const maxColumnWidth = 800
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

function hoverOf(args: GridMouseEventArgs): number | undefined {
  return args.kind === 'cell' ? args.location[1] : undefined
}
