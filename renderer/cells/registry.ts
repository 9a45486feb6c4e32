import type { CellEditor } from '@common/columns/column-type'
import { DateEditor, DateTimeEditor } from './editors/DateEditor'
import { JsonEditor } from './editors/json/JsonEditor'
import { LongTextEditor } from './editors/LongTextEditor'
import { PersonEditor } from './editors/PersonEditor'
import { RatingEditor } from './editors/RatingEditor'
import { MultiSelectEditor, SelectEditor } from './editors/SelectEditor'
import { NumberEditor, TextEditor } from './editors/TextEditor'
import type { CellEditorComponent } from './editors/editor'

/** Editor by the name that a column type asks for. A checkbox is switched in place and has none. */
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
  /** Brought by the feature that can upload. */
  files: undefined,
  none: undefined,
}
