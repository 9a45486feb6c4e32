/** A line of the template specification, the file of its test, and the name of the test in it. */
export type SpecifiedLine = readonly [line: string, file: string, test: string]

const renderer = 'tests/unit/renderer'
const gallery = `${renderer}/features/templates/gallery.test.tsx`
const detail = `${renderer}/features/templates/detail.test.tsx`
const use = `${renderer}/features/templates/use-template.test.tsx`
const models = `${renderer}/features/templates/models.test.ts`
const editMode = `${renderer}/features/templates/edit-mode.test.ts`
const editor = `${renderer}/features/template-editor/template-editor.test.tsx`
const fields = `${renderer}/features/template-editor/fields.test.tsx`
const editorInBrowser = 'tests/e2e/template-editor.test.ts'
const inBrowser = 'tests/e2e/templates.test.ts'
const edits = 'tests/unit/templates/edits.test.ts'
const names = 'tests/unit/templates/names.test.ts'
const stored = 'tests/unit/templates/stored.test.ts'
const problems = 'tests/unit/templates/problems.test.ts'
const sentences = 'tests/unit/templates/specification.test.ts'
const service = 'tests/http/templates.test.ts'
const projects = 'tests/http/template-projects.test.ts'
const codeHost = 'tests/unit/main/code-host.test.ts'
const codeHostCalls = 'tests/http/code-host.test.ts'
const pieces = `${renderer}/ui/shared-pieces.test.tsx`
const routes = `${renderer}/app/routes.test.ts`
const session = `${renderer}/stores/session.test.tsx`
const errorPages = `${renderer}/features/errors/error-pages.test.tsx`
const prefetch = `${renderer}/app/prefetch-start.test.tsx`
const graphql = 'tests/http/graphql-queries.test.ts'
const chunks = `${renderer}/app/chunk-reload.test.ts`
const roles = 'tests/unit/principal/custom-role.test.ts'
const palette = 'tests/unit/settings/palette.test.ts'
const ability = `${renderer}/stores/ability.test.tsx`

const fieldMessage = 'says "%s", opens its panel and has the focus'
const sync = 'leaves references that resolve, and each counterpart once'
const stores = 'stores, lists, returns and replaces templates with the edit token alone'
const remote = 'receives templates with the token of the user'
const putBytes = 'reads the sha, then puts message, base64 content and branch: every byte'
const flow = "copies the JSON without a token and starts the code-host flow: 'Initiated Github …'"
const keys = 'A adds a column row, 1 to 6 add typed columns'
const decides = 'of %s pages at %s decides'

/**
 * Every line of S2 with the test that fails if the line stops being true. The lines about the terminal have their tests
 * in `tests/unit/terminal`.
 */
export const specification: Readonly<Record<string, readonly SpecifiedLine[]>> = {
  '§1 shared pieces': [
    ['A gradient picker', pieces, 'writes two or more colours and an angle from 0 to 360'],
    ['A confirm dialog has title, heading, Cancel and Submit', pieces, 'has title, heading, Cancel and Submit'],
    ['An action runs once, as a button and as an icon', pieces, 'runs once until it is done'],
    ['A dialog lists the keyboard shortcuts', editor, 'are listed in the dialog of shortcuts'],
  ],
  '§2 gallery': [
    [
      'A drawer lists categories, cards are beside it',
      gallery,
      'shows categories with their counts, and the templates of the chosen one',
    ],
    [
      'A card shows image or gradient, title, description',
      gallery,
      'shows a card with its gradient or image, title and description',
    ],
    ['A description is cut at 200 characters', gallery, 'cuts the description of a card at 200 characters'],
    ['The cut has an ellipsis, and a text of 200 is whole', models, 'is cut at 200 characters with an ellipsis'],
    ['Inside a modal, the detail opens in place', detail, 'open a detail in place, with one cross and an arrow back'],
    [
      'Elsewhere, a card leads to /project/templates/{id}',
      gallery,
      'leads to the detail of a template, at its address',
    ],
    ['10 skeleton cards while loading', gallery, 'shows ten skeletons while it loads'],
    ["'No templates found'", gallery, "says 'No templates found' where there are none"],
  ],
  '§2 detail': [
    [
      'Header image, title, Use template, description, tables',
      detail,
      'shows header image, title, Use template, description and the tables, all read-only',
    ],
    [
      "'Create REST Project' and 'Create GQL Project' in a menu",
      use,
      'is a menu with the kinds of projects where projects may be created',
    ],
    ['A button where no project may be created', use, 'is a button for users who may not create projects'],
  ],
  '§2 editor': [
    ['The toolbar', editor, 'has Import from Excel, help, Reset, New table and Submit'],
    [
      "Import from Excel shows 'Happy hacking!'",
      editor,
      "says 'Happy hacking!' to Import from Excel, and offers a real import beside it",
    ],
    [
      'One panel per table, and a floating button',
      editor,
      'has one panel per table, which counts its columns, and a floating button',
    ],
    ['A field for the project name', editor, 'shows the messages of the project'],
    ['At least 500 px high', editorInBrowser, 'is at least 500 px high in a low window'],
    [
      "'Enter table name' takes comma-separated names",
      editor,
      "'Enter table name' takes names with columns in parentheses, and drops repeated columns",
    ],
    [
      "'Enter column name' takes comma-separated names",
      editor,
      "says Column '{name}' is already exist, and adds the others",
    ],
  ],
  '§2 routes': [
    ['/nc/view/ is exempt from the guard', routes, decides],
    ['/ without a session leads to the sign-in page', routes, decides],
    ['A new project opens at /nc/{projectId}?new=1', use, 'opens the new project'],
    [
      'One of the first user leads to the sign-up page',
      use,
      'leads to the sign-up page in a project of the first user',
    ],
    ['One of a master key does too', session, 'a new project leads into itself, or to signing up first'],
    ["404 and 'This page could not be found'", errorPages, 'that no screen has says so, and leads to the start'],
    ['The dashboard is /nc and below', routes, 'answers %s with %s'],
  ],
  '§3 entities': [
    ['Fields of a template, data array, template as a JSON string, categories with counts', service, stores],
    ['image_url is a gradient', models, 'writes a gradient anew, and drops other CSS'],
    ['hasMany, manyToMany, belongsTo, v', stored, 'is written with what the editor does not show'],
    [
      'Columns and relations as scripts expect them',
      projects,
      'has the tables, columns and relations that scripts expect',
    ],
    ['dtxp: select options', stored, 'have their colours'],
    [
      'Lookup {ltn, type, lcn} and rollup {rltn, rlcn, type, fn}',
      stored,
      'reads lookups with and without their wrapper',
    ],
    ['type: mm, hm or bt', fields, 'are the kinds mm, hm and bt for a relation, and every table'],
    ['The UI types', fields, 'include %s'],
    ['The picker excludes Formula and SpecificDBType', fields, 'include %s, but not in the picker'],
    ['… on the screen', editor, 'lead to the type picker without Formula, SpecificDBType and ForeignKey'],
    ['The eight rollup functions', fields, 'are the eight functions of a rollup'],
    ['Four palettes of ten shades, light and dark', palette, '%s has ten shades in %s, as hex'],
  ],
  '§4 states': [
    [
      "Create, then update: 'Submit to' becomes 'Update in'",
      editor,
      "creates, and the label changes from 'Submit to' to 'Update in'",
    ],
    ['A relation has its counterpart; mm with mm, hm with ForeignKey', edits, '%s has a %s in the related table'],
    ['Another related table', edits, 'takes its counterpart to another table'],
    ['Another kind', edits, 'changes its counterpart with its kind, from either side'],
    [
      'Another data type, or a deleted column',
      edits,
      'goes with its counterpart if its type changes, or either is deleted',
    ],
    ['A deleted table', edits, 'goes with its table, and so do lookups over it'],
    ['A renamed table or column', edits, 'keeps its references when tables and columns get other names'],
    ['… in any order', edits, sync],
    [
      "'title' and the next position; a link begins as mm",
      fields,
      "is titled 'title' and its position, and a link begins as many-to-many",
    ],
    [
      'Another data type clears table, kind, column and options',
      edits,
      'takes choices, relation and function of the former type away',
    ],
    ['The overlay cycles its sentences every second', use, 'cycles the sentences every second and shows the progress'],
    [
      'The project info is reloaded, then the project opens',
      use,
      'reloads the project info before it opens the project',
    ],
    [
      'More than 3: a field for the edit token',
      gallery,
      'shows a password field for the edit token after more than three double clicks',
    ],
    [
      '5 or more: no view mode',
      editMode,
      'after %i double clicks shows the token field and the view mode as S2 §4 says',
    ],
    ['Read-only until then', editor, 'shows templates of others read-only until it is unlocked'],
  ],
  '§5 validation': [
    ...[
      'Project name required',
      'Category name required',
      'Column name required',
      'Duplicate column not allowed',
      'Column data type required',
      'Related table name required',
      'Relation type required',
      'Related column name required',
      'Rollup aggregate function name required',
      'Duplicate relation is not allowed',
    ].map((message): SpecifiedLine => [message, fields, fieldMessage]),
    ['The rules behind the messages', problems, 'finds %s'],
    [
      'The first invalid field opens, with a toast',
      editor,
      "opens and focuses the first invalid field: 'Please fill all the required column!' for 5 s",
    ],
    ['Names of word characters, with columns in parentheses', names, 'reads %j'],
    ["Table '{name}' is already exist", editor, "says Table '{name}' is already exist"],
    [
      'Repeated names in parentheses are dropped',
      editor,
      "'Enter table name' takes names with columns in parentheses, and drops repeated columns",
    ],
    ["Column '{name}' is already exist", editor, "says Column '{name}' is already exist, and adds the others"],
    ['Lookups and rollups exclude virtual columns', fields, 'are stored columns alone for lookups and rollups'],
  ],
  '§6 permissions': [
    ['The map by role', roles, 'of %s follow from the permission table'],
    ['Creators and owners may do everything', roles, 'of a %s are all those of a project'],
    ['First load and signed-in state', session, 'a first load is one without a user or without a database'],
    ['The edit token travels as the parameter token', service, remote],
    ['Without a token: JSON in the clipboard, then the repository', editor, flow],
  ],
  '§7 template service': [
    ['GET templates', service, stores],
    ['GET categories', service, stores],
    ['GET one, as a JSON string', service, stores],
    ['PUT with the token', service, stores],
    ['POST with the token returns an id', service, stores],
    [
      'POST projectTemplateCreate returns a path',
      service,
      'returns an address that shows a template apart from the gallery',
    ],
    ['… that opens in a new browser tab', editor, 'opens the page of a shared template in a new tab'],
    ['GET of any address, with texts parsed', service, 'is read from JSON, also as a text inside a text'],
    ['… at another host, with the same bodies', service, remote],
    [
      'Failures of gallery and categories are only logged',
      gallery,
      'only logs a failure, says what to do and tries again',
    ],
  ],
  '§7 code host': [
    ['GET contents with the token reads the sha; PUT has message, content, branch', codeHost, putBytes],
    ['PUT has the sha of an existing file', codeHost, 'replaces the file of an earlier url with its sha'],
    ['{name}_{timestamp}.json', codeHost, 'names the file {name}_{timestamp}.json'],
    ['The raw url is set', codeHost, 'sets the raw url itself if the answer names none'],
    ["'Missing token or template path'", codeHost, 'throws without %o'],
    ['… to the caller', codeHostCalls, "says what is missing: 'Missing token or template path'"],
    ['… on the screen', editor, "says 'Missing token or template path', and offers the settings"],
  ],
  '§7 app store operations': [
    ['projectCreateByWebWithXCDB', projects, 'has the tables, columns and relations that scripts expect'],
    ['xcModelsCreateFromTemplate', projects, 'has the tables, columns and relations that scripts expect'],
  ],
  '§8 messages': [
    ['Every sentence, word for word', sentences, 'are in the catalogue word for word'],
    [
      "'Successfully copied JSON data to clipboard!' for 3 s",
      editor,
      "J copies the JSON: 'Successfully copied JSON data to clipboard!' for 3 s",
    ],
    [
      "'Please fill all the required column!' for 5 s",
      editor,
      "opens and focuses the first invalid field: 'Please fill all the required column!' for 5 s",
    ],
    ["'Template updated successfully'", editor, "updates with the token: 'Template updated successfully'"],
    ["'Initiated Github for template', then 'Initiated Github successfully'", editor, flow],
    [
      "'Template generated and saved successfully!'",
      editor,
      "creates, and the label changes from 'Submit to' to 'Update in'",
    ],
    ["'Imported {n} tables successfully'", use, 'reports how many were imported'],
    ["'Template imported successfully'", use, 'says so where a template has no tables'],
    ["'Upgrade to Enterprise Edition'", ability, 'is locked without the ability, whatever was chosen before'],
    ["'Coming soon'", graphql, "answer a placeholder with 'Coming soon'"],
    ['Other failures show their message', use, 'shows the message of a failure and stays where it is'],
    ['… in the editor too', editor, 'shows the message of any other failure'],
    ['An error carries its status and message', errorPages, 'shows the message of the server and its status'],
    ['Without one, the status is 500', errorPages, 'offers the facts of a fault for a report'],
    ['A chunk that fails reloads the page, once a minute', chunks, 'reloads the page at most once a minute'],
  ],
  '§9 numbers and keys': [
    ['Toasts last 1 s to 5 s', editor, 'shows each toast for 1 s to 5 s'],
    [
      'An error page prefetches the start when idle, within 2 s',
      prefetch,
      'prefetches %s when the window is idle, within 2 s',
    ],
    ['Sentences change every second', use, 'cycles the sentences every second and shows the progress'],
    ['Gradients turn from 0 to 360', pieces, 'writes two or more colours and an angle from 0 to 360'],
    ['Command+Control on a Mac, Alt+Shift elsewhere', editor, 'use Command+Control on a Mac and Alt+Shift elsewhere'],
    ['T: tables, C: columns', editor, "says Column '{name}' is already exist, and adds the others"],
    ['A: new column row; 1 to 6: typed columns', editor, keys],
    ['J: copy JSON', editor, "J copies the JSON: 'Successfully copied JSON data to clipboard!' for 3 s"],
    ['S: submit', editor, 'shows the messages of the project'],
    ['Arrows: between tables', editor, 'arrows move between tables'],
    ['… all by keyboard in a browser', editorInBrowser, 'is used with the keyboard alone'],
  ],
  'The outcome': [
    [
      'From the gallery to the first edited row by mouse',
      inBrowser,
      'becomes a project whose first row is edited, with the mouse',
    ],
    ['… and by keyboard', inBrowser, 'becomes a project whose first row is edited, with the keyboard alone'],
  ],
}
