export { Card, type CardLayout, type CardProps } from './Card'
export { cardFieldsMax, fieldColumns, type CardColumn, type CardCover } from './card-content'
