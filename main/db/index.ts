export type { Database, JsonKind, JsonShape, ReadOptions, Statement, Step, StepResult, WriteOptions } from './database'
export type { Dialect, NativeColumn, NativeTable, SchemaPlan, TableReference } from './dialect'
export { createDatabases, targetOfUrl, type Databases, type DatabasesOptions, type DatabaseTarget } from './pool'
