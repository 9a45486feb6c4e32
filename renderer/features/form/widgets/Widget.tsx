import { columnType } from '@common/columns/registry'
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

/** What a field is answered with, by the type of its column. */
export function Widget({ files = noFiles, ...props }: WidgetProps & { readonly files?: FilesHands | undefined }) {
  const { column, link } = props.field
  if (link !== undefined) return <RecordsWidget {...props} />
  switch (columnType(column.uiType).editor) {
    case 'longText':
    case 'json':
      return <AreaWidget {...props} />
    case 'date':
    case 'dateTime':
      return <DayWidget {...props} />
    case 'select':
    case 'multiSelect':
      return isWritten(props.field) ? <LineWidget {...props} /> : <ChoiceWidget {...props} />
    case 'checkbox':
      return <TickWidget {...props} />
    case 'rating':
      return <RatingWidget {...props} />
    case 'person':
      return <PersonWidget {...props} />
    case 'files':
      return <FilesWidget {...props} hands={files} />
    default:
      return <LineWidget {...props} />
  }
}
