import type { CellDisplay, CellEditor } from '@common/columns/column-type'
import { DateEditor, DateTimeEditor } from './editors/DateEditor'
import { JsonEditor } from './editors/json/JsonEditor'
import { LongTextEditor } from './editors/LongTextEditor'
import { PersonEditor } from './editors/PersonEditor'
import { RatingEditor } from './editors/RatingEditor'
import { MultiSelectEditor, SelectEditor } from './editors/SelectEditor'
import { NumberEditor, TextEditor } from './editors/TextEditor'
import type { CellEditorComponent } from './editors/editor'
import type { DrawCell } from './draw-parts'
import { buttonWidget } from './widgets/button'
import { checkboxWidget } from './widgets/checkbox'
import { chipsWidget } from './widgets/chips'
import { codeWidget } from './widgets/code'
import { dateWidget } from './widgets/date'
import { filesWidget } from './widgets/files'
import { jsonWidget } from './widgets/json'
import { linkWidget } from './widgets/link'
import { numberWidget } from './widgets/number'
import { percentWidget } from './widgets/percent'
import { personWidget } from './widgets/person'
import { ratingWidget } from './widgets/rating'
import { recordsWidget } from './widgets/records'
import { textWidget } from './widgets/text'
import type { CellWidget } from './widgets/widget'

/** Widgets by the name that a column type has as its `display`. */
export const cellWidgets: Readonly<Record<CellDisplay, CellWidget>> = {
  text: textWidget,
  longText: textWidget,
  number: numberWidget,
  percent: percentWidget,
  checkbox: checkboxWidget,
  date: dateWidget,
  dateTime: dateWidget,
  time: dateWidget,
  chips: chipsWidget,
  link: linkWidget,
  rating: ratingWidget,
  json: jsonWidget,
  person: personWidget,
  files: filesWidget,
  code: codeWidget,
  button: buttonWidget,
  records: recordsWidget,
}

/** Draws a rejected text with the alignment of the column's values. */
export const drawRejected: DrawCell = (drawing) => (drawing.align === 'end' ? numberWidget : textWidget).draw(drawing)

/** Editors by the name that a column type has as its `editor`. A checkbox is switched in place and has none. */
export const cellEditors: Readonly<Record<CellEditor, CellEditorComponent | undefined>> = {
  text: TextEditor,
  longText: LongTextEditor,
  number: NumberEditor,
  checkbox: undefined,
  date: DateEditor,
  dateTime: DateTimeEditor,
  time: TextEditor,
  select: SelectEditor,
  multiSelect: MultiSelectEditor,
  rating: RatingEditor,
  json: JsonEditor,
  person: PersonEditor,
  // The attachments feature brings its own, which can upload.
  files: undefined,
  none: undefined,
}
