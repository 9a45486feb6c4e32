import type { Engine } from '@tests/helpers/engines'

type Dialect = Engine['dialect']

interface Words {
  readonly quote: (name: string) => string
  readonly counter: string
  readonly text: string
  readonly binary: string
  readonly json: string
  readonly moment: string
  readonly double: string
  readonly boolean: string
  readonly generated: string
}

const marks = (quote: string) => (name: string) => quote + name.replaceAll(quote, quote + quote) + quote

const words: Readonly<Record<Dialect, Words>> = {
  sqlite: {
    quote: marks('"'),
    counter: 'INTEGER PRIMARY KEY',
    text: 'TEXT',
    binary: 'BLOB',
    json: 'JSON',
    moment: 'DATETIME',
    double: 'DOUBLE',
    boolean: 'BOOLEAN',
    generated: 'INTEGER GENERATED ALWAYS AS (small * 2) STORED',
  },
  postgres: {
    quote: marks('"'),
    counter: 'integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    text: 'text',
    binary: 'bytea',
    json: 'jsonb',
    moment: 'timestamptz',
    double: 'double precision',
    boolean: 'boolean',
    generated: 'integer GENERATED ALWAYS AS (small * 2) STORED',
  },
  mysql: {
    quote: marks('`'),
    counter: 'int AUTO_INCREMENT PRIMARY KEY',
    text: 'longtext',
    binary: 'longblob',
    json: 'json',
    moment: 'datetime(3)',
    double: 'double',
    boolean: 'tinyint(1)',
    generated: 'int GENERATED ALWAYS AS (small * 2) STORED',
  },
  mssql: {
    quote: marks('"'),
    counter: 'int IDENTITY PRIMARY KEY',
    text: 'nvarchar(max)',
    binary: 'varbinary(max)',
    json: 'nvarchar(max)',
    moment: 'datetime2(3)',
    double: 'float',
    boolean: 'bit',
    generated: 'AS (small * 2) PERSISTED',
  },
}

/** Returns statements for tables whose names, types and references are hard to generate code for. */
export function backendSchema(dialect: Dialect): readonly string[] {
  const party = dialect === 'mysql' ? '☃' : '🎉' // MySQL has names of the first plane only.
  const { quote, counter, text, binary, json, moment, double, boolean, generated } = words[dialect]
  const all = [
    // Every kind of value.
    `CREATE TABLE ${quote('all kinds')} (
      id ${counter}, small smallint NOT NULL, big bigint, price decimal(10,2) NOT NULL, exact decimal(20,8), ratio ${double},
      flag ${boolean} NOT NULL, code char(2) NOT NULL UNIQUE, label varchar(80) DEFAULT 'it''s new', body ${text},
      born date, opens time, happened ${moment} NOT NULL, facts ${json}, picture ${binary}, twice ${generated})`,
    // Words of SQL and of JavaScript, signs, other scripts.
    `CREATE TABLE ${quote('Order')} (${quote('select')} ${counter}, ${quote('class')} varchar(20) NOT NULL,
      ${quote('limit')} int, ${quote('sort')} int NOT NULL, ${quote('constructor')} int, ${quote('1st')} int, ${quote('user.name')} varchar(40) NOT NULL,
      ${quote('a as b')} int, ${quote('größe (cm)')} int, ${quote('it\'s "quoted"')} int, ${quote(party)} int, ${quote('back\\slash')} int${dialect === 'mysql' ? '' : `, ${quote('__proto__')} int, ${quote('really?')} int`})`,
    `CREATE TABLE ${quote(`Größe der Kunden ${party}`)} (${quote('名前')} varchar(40) NOT NULL PRIMARY KEY, ${quote('*/ alert(1)')} int)`,
    `CREATE TABLE ${quote('delete')} (id int NOT NULL PRIMARY KEY, ${quote('default')} int NOT NULL)`,
    `CREATE TABLE ${quote('Table')} (id int NOT NULL PRIMARY KEY)`,
    // Names that are equal in camel case.
    `CREATE TABLE user_name (id ${counter}, first_name int, ${quote('firstName')} int, ${quote('First Name')} int)`,
    `CREATE TABLE ${quote('user name')} (id ${counter}, value int)`,
    // References: composite, shared columns, to itself, in a circle, twice to one table, as a key, to another key.
    `CREATE TABLE tenant (id ${counter}, name varchar(40) NOT NULL UNIQUE)`,
    `CREATE TABLE member (tenant_id int NOT NULL, number int NOT NULL, boss int,
      PRIMARY KEY (tenant_id, number),
      FOREIGN KEY (tenant_id) REFERENCES tenant (id), FOREIGN KEY (tenant_id, boss) REFERENCES member (tenant_id, number))`,
    `CREATE TABLE room (tenant_id int NOT NULL, code varchar(10) NOT NULL, PRIMARY KEY (tenant_id, code),
      FOREIGN KEY (tenant_id) REFERENCES tenant (id) ON DELETE CASCADE)`,
    `CREATE TABLE booking (tenant_id int NOT NULL, number int NOT NULL, code varchar(10) NOT NULL, seats int,
      PRIMARY KEY (tenant_id, number, code),
      FOREIGN KEY (tenant_id, number) REFERENCES member (tenant_id, number),
      FOREIGN KEY (tenant_id, code) REFERENCES room (tenant_id, code))`,
    `CREATE TABLE profile (id int NOT NULL PRIMARY KEY, motto varchar(40), FOREIGN KEY (id) REFERENCES tenant (id))`,
    `CREATE TABLE message (id ${counter}, sender varchar(40) NOT NULL, receiver varchar(40),
      FOREIGN KEY (sender) REFERENCES tenant (name), FOREIGN KEY (receiver) REFERENCES tenant (name))`,
    `CREATE TABLE hen (id int NOT NULL PRIMARY KEY, egg_id int NOT NULL)`,
    `CREATE TABLE egg (id int NOT NULL PRIMARY KEY, hen_id int NOT NULL, FOREIGN KEY (hen_id) REFERENCES hen (id))`,
    `CREATE TABLE node (id ${counter}, parent_id int, FOREIGN KEY (parent_id) REFERENCES node (id))`,
    // Rows without a key, and views.
    'CREATE TABLE measurements (sensor int NOT NULL, value int)',
    `CREATE VIEW ${quote('Big orders')} AS SELECT ${quote('select')}, ${quote('user.name')} FROM ${quote('Order')}`,
  ]
  const circle =
    dialect === 'sqlite' ? [] : ['ALTER TABLE hen ADD CONSTRAINT hen_egg FOREIGN KEY (egg_id) REFERENCES egg (id)']
  return [...all, ...circle]
}
