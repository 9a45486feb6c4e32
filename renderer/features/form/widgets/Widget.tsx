import type { CellEditor } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { ComponentType } from 'react'
import { isWritten } from '../answers'
import { ChoiceWidget } from './ChoiceWidget'
import { DayWidget } from './DayWidget'
import { FilesWidget } from './FilesWidget'
import { AreaWidget, LineWidget } from './LineWidget'
import { PersonWidget } from './PersonWidget'
import { RatingWidget } from './RatingWidget'
import { RecordsWidget } from './RecordsWidget'
import { TickWidget } from './TickWidget'
import { noFiles, type FilesHands, type WidgetProps } from './widget'

/** The input of a field, by the type of its column. */
export function Widget(props: WidgetProps & { readonly files?: FilesHands | undefined }) {
  const { column, link } = props.field
  const Answer = link === undefined ? widgets[columnType(column.uiType).editor] : RecordsWidget
  return <Answer {...props} />
}

type AnyWidget = ComponentType<WidgetProps & { readonly files?: FilesHands | undefined }>

const OptionsWidget: AnyWidget = ({ files: _files, ...props }) =>
  isWritten(props.field) ? <LineWidget {...props} /> : <ChoiceWidget {...props} />
const AttachedWidget: AnyWidget = ({ files = noFiles, ...props }) => <FilesWidget {...props} hands={files} />

const widgets: Readonly<Record<CellEditor, AnyWidget>> = {
  text: LineWidget,
  number: LineWidget,
  time: LineWidget,
  none: LineWidget,
  longText: AreaWidget,
  json: AreaWidget,
  date: DayWidget,
  dateTime: DayWidget,
  select: OptionsWidget,
  multiSelect: OptionsWidget,
  checkbox: TickWidget,
  rating: RatingWidget,
  person: PersonWidget,
  files: AttachedWidget,
}
