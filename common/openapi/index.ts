export { parseApiDocument, type ApiDocument, type ApiGroup, type ApiOperation, type ApiParameter } from './document'
export {
  propertiesOf,
  referencedName,
  resolved,
  sampleOf,
  typePieces,
  typeText,
  type SchemaProperty,
  type TypePiece,
} from './schemas'
