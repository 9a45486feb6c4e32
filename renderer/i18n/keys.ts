import type en from '@locales/en.json'

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>
}[keyof T & string]

type WithoutPlural<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Base
  : K

/** Every key of the catalogue, for data that names a sentence (commands, routes, column types). */
export type TranslationKey = WithoutPlural<Leaves<typeof en>>
