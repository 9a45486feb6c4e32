import type { Theme } from '@glideapps/glide-data-grid'
import { rowHeights } from '@common/views'
import { chipColors, setCellLook, setMirrored, sized, type CellTheme } from '@renderer/cells'
import { languageDirection } from '@renderer/i18n'

/** Canvas colours of cells and of the painter's chrome. */
export interface GridTheme {
  readonly cells: CellTheme
  readonly side: string
  /** Background of computed cells. */
  readonly virtual: string
  readonly skeleton: string
  readonly accentFill: string
  readonly errorSoft: string
  readonly foundBackground: string
  readonly foundText: string
  /** Background of changed cells and new rows that wait for a commit. */
  readonly stagedBackground: string
  readonly newBackground: string
  /** Background of cells that another user has just changed, and of the headers of filtered columns. */
  readonly changed: string
  readonly glide: Partial<Theme>
}

/** Reads the theme from the page's current tokens, because a canvas can't use CSS variables. Sets the sizes and the direction of cells. */
export function readGridTheme(page: HTMLElement): GridTheme {
  const style = getComputedStyle(page)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const sans = token('sans') || 'system-ui'
  const chips = chipColors[page.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light']
  setCellLook({ oneLine: Number(token('row')) || rowHeights.short, text: Number(token('text')) || 1 })
  setMirrored(languageDirection() === 'rtl')
  const cells: CellTheme = {
    text: token('t1'),
    text2: token('t2'),
    text3: token('t3'),
    surface: token('surface'),
    hover: token('hover'),
    line2: token('line2'),
    gridline: token('grid'),
    accent: token('p'),
    accentText: token('pt'),
    success: token('ok'),
    error: token('err'),
    warning: token('warn'),
    star: token('star'),
    fontFamily: sans,
    monoFamily: token('mono') || 'monospace',
    chips,
  }
  return {
    cells,
    side: token('side'),
    virtual: token('virt'),
    skeleton: token('skeleton'),
    accentFill: token('pf'),
    errorSoft: token('errS'),
    foundBackground: chips.amber.background,
    foundText: chips.amber.text,
    stagedBackground: token('warnS'),
    newBackground: token('okS'),
    changed: token('soft'),
    glide: {
      accentColor: cells.accent,
      accentFg: '#FFFFFF',
      accentLight: token('sel'),
      textDark: cells.text,
      textMedium: cells.text2,
      textLight: cells.text3,
      textHeader: cells.text2,
      textHeaderSelected: cells.text,
      bgIconHeader: cells.text3,
      fgIconHeader: cells.surface,
      bgCell: cells.surface,
      bgCellMedium: cells.surface,
      bgHeader: token('side'),
      bgHeaderHasFocus: token('side'),
      bgHeaderHovered: token('hover'),
      borderColor: cells.gridline,
      horizontalBorderColor: cells.gridline,
      headerBottomBorderColor: cells.line2,
      linkColor: cells.accentText,
      resizeIndicatorColor: cells.accent,
      cellHorizontalPadding: 8,
      cellVerticalPadding: 3,
      headerFontStyle: `500 ${sized(12)}px`,
      baseFontStyle: `${sized(13)}px`,
      markerFontStyle: `${sized(11)}px`,
      editorFontSize: `${sized(13)}px`,
      fontFamily: sans,
      checkboxMaxSize: 16,
    },
  }
}
