/** What is wrong with a database side before anything is connected. Paths are JSON pointers into the side's own configuration. */
import type { DatabaseConfig, DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { databasePort, plainHost } from '#contract/connectors/config/database.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { isOpenPort } from '#server/outbound/sockets.ts'
import { partsOf } from './driver.ts'
import { oneQuery } from './query-text.ts'

type Refuse = (path: string, message: string | null) => void

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[')
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unreadable = /[\u0000-\u001f\u007f]/

function checkServer(database: DatabaseConfig, refuse: Refuse): void {
  const host = plainHost(database.host)
  if (database.host === '') refuse('/host', 'The host is needed')
  else if (host === null) refuse('/host', 'This is neither a host name nor an address')
  if (!isOpenPort(databasePort(database))) refuse('/port', 'Ports below 1024 are not open to databases')
  if (host !== null && isAddress(host) && database.engine === 'mysql' && (database.tls ?? 'verify') === 'verify') {
    refuse('/tls', 'A certificate names a host and not an address: give the name of the host, or choose require')
  }
  if (database.database === '') refuse('/database', 'The name of the database is needed')
  if (unreadable.test(database.database)) refuse('/database', 'The name holds a control character')
}

function tableFault(table: string): string | null {
  const parts = partsOf(table)
  if (parts.length > 2 || parts.some((part) => part === '') || unreadable.test(table))
    return 'Give a table as name or schema.name, without quotes'
  return null
}

function checkSide(
  { databaseConfig, auth }: SourceConfig | DestinationConfig,
  rest: (it: DatabaseConfig, refuse: Refuse) => void,
) {
  if (!databaseConfig) return [{ path: '/databaseConfig', message: 'Say which database it is' }]
  const errors: FieldProblem[] = []
  checkServer(databaseConfig, (path, message) => message !== null && errors.push({ path: `/databaseConfig${path}`, message }))
  if (auth?.type !== 'basic')
    errors.push({ path: '/auth/type', message: 'A database needs an account: authentication of the type basic' })
  else if (auth.username === '') errors.push({ path: '/auth/username', message: 'The name of the account is needed' })
  rest(databaseConfig, (path, message) => message !== null && errors.push({ path: `/databaseConfig${path}`, message }))
  return errors
}

function checkKeys(names: readonly string[] = [], refuse: Refuse): void {
  for (const [at, name] of names.entries()) {
    if (unreadable.test(name)) refuse(`/keyColumns/${at}`, 'The name holds a control character')
    if (names.indexOf(name) !== at) refuse(`/keyColumns/${at}`, 'This column is named twice')
  }
}

export const checkDatabaseSource = (config: SourceConfig): FieldProblem[] =>
  checkSide(config, ({ query, table, cursorColumn, lookBack, keyColumns }, refuse) => {
    if (query === undefined && table === undefined) refuse('/query', 'Give a query or a table')
    if (query !== undefined && table !== undefined) refuse('/table', 'Give a query or a table, not both')
    const parsed = query === undefined ? null : oneQuery(query)
    if (parsed && 'fault' in parsed) refuse('/query', parsed.fault)
    if (table !== undefined) refuse('/table', tableFault(table))
    if (lookBack && cursorColumn === undefined) refuse('/lookBack', 'Looking back needs a cursor column')
    if (cursorColumn !== undefined && unreadable.test(cursorColumn)) refuse('/cursorColumn', 'The name holds a control character')
    checkKeys(keyColumns, refuse)
  })

export const checkDatabaseDestination = (config: DestinationConfig): FieldProblem[] =>
  checkSide(config, ({ query, table, cursorColumn, lookBack, keyColumns }, refuse) => {
    refuse('/table', table === undefined ? 'Give the table that is written to' : tableFault(table))
    if (query !== undefined) refuse('/query', 'A query is of a source')
    if (cursorColumn !== undefined) refuse('/cursorColumn', 'A cursor column is of a source')
    if (lookBack !== undefined) refuse('/lookBack', 'Looking back is of a source')
    checkKeys(keyColumns, refuse)
  })
