import { snippetCompletion, type Completion } from '@codemirror/autocomplete'
import { t, type TranslationKey } from '@renderer/i18n'

/** Short words that become a statement with places to fill in. `Tab` goes to the next place. */
const snippets: readonly { readonly word: string; readonly text: string; readonly about: TranslationKey }[] = [
  { word: 'sel', text: 'select ${*}\nfrom ${table}\nwhere ${condition}\nlimit ${100}', about: 'sql.snippets.select' },
  { word: 'cnt', text: 'select count(*)\nfrom ${table}', about: 'sql.snippets.count' },
  {
    word: 'grp',
    text: 'select ${column}, count(*) as total\nfrom ${table}\ngroup by ${column}\norder by total desc',
    about: 'sql.snippets.group',
  },
  { word: 'lj', text: 'left join ${table} ${t} on ${t}.${id} = ${other}.${id}', about: 'sql.snippets.join' },
  { word: 'cte', text: 'with ${name} as (\n  ${select}\n)\nselect * from ${name}', about: 'sql.snippets.with' },
  { word: 'cas', text: 'case when ${condition} then ${value} else ${other} end', about: 'sql.snippets.case' },
  { word: 'ins', text: 'insert into ${table} (${columns})\nvalues (${values})', about: 'sql.snippets.insert' },
  { word: 'upd', text: 'update ${table}\nset ${column} = ${value}\nwhere ${condition}', about: 'sql.snippets.update' },
  { word: 'del', text: 'delete from ${table}\nwhere ${condition}', about: 'sql.snippets.delete' },
  {
    word: 'dup',
    text: 'select ${column}, count(*) as copies\nfrom ${table}\ngroup by ${column}\nhaving count(*) > 1',
    about: 'sql.snippets.duplicates',
  },
]

/** Returns the snippets as completions. */
export function snippetCompletions(): readonly Completion[] {
  return snippets.map(({ word, text, about }) =>
    snippetCompletion(text, { label: word, detail: t(about), type: 'snippet', boost: -5 }),
  )
}
