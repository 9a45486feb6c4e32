/** Words and ticks for yes and no, as spreadsheets in other languages write them. */
export const flagWords: ReadonlyMap<string, 0 | 1> = new Map([
  ...['vrai', 'oui', 'wahr', 'ja', 'verdadero', 'sí', 'si', 'vero', 'sì', 'verdadeiro', 'sim', 'waar', 'prawda', 'tak']
    .concat(['sant', 'sand', 'sann', 'tosi', 'kyllä', 'pravda', 'ano', 'igaz', 'igen', 'doğru', 'evet', 'истина', 'да'])
    .concat(['αληθής', 'ναι', '真', '是', '☑', '✅', '[x]', '●'])
    .map((word) => [word, 1] as const),
  ...[
    'faux',
    'non',
    'falsch',
    'nein',
    'falso',
    'onwaar',
    'nee',
    'fałsz',
    'nie',
    'falskt',
    'nej',
    'falsk',
    'usann',
    'nei',
  ]
    .concat([
      'epätosi',
      'ei',
      'nepravda',
      'ne',
      'hamis',
      'nem',
      'yanlış',
      'hayır',
      'ложь',
      'нет',
      'ψευδής',
      'όχι',
      'não',
    ])
    .concat(['假', '否', '☐', '✗', '✘', '❌', '[ ]', '○'])
    .map((word) => [word, 0] as const),
])
