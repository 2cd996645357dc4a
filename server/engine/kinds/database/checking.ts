/** What is wrong with a database side before anything is connected. Paths are JSON pointers into the side's own configuration. */
import type { DatabaseConfig, DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { databasePort, plainHost } from '#contract/connectors/config/database.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { isOpenPort } from '#server/outbound/sockets.ts'
import { partsOf } from './driver.ts'
import { oneQuery, oneStatement } from './query-text.ts'

type Refuse = (path: string, message: string | null) => void

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[')
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unreadable = /[\u0000-\u001f\u007f]/

function checkServer(database: DatabaseConfig, refuse: Refuse): void {
  const host = plainHost(database.host)
  if (database.host === '') refuse('/host', 'Enter the host')
  else if (host === null) refuse('/host', 'Enter a host name or an IP address')
  if (!isOpenPort(databasePort(database))) refuse('/port', 'Use a port from 1024. Lower ports are not open to databases')
  if (host !== null && isAddress(host) && database.engine === 'mysql' && (database.tls ?? 'verify') === 'verify') {
    refuse('/tls', 'Certificates are issued for host names. Enter the host name, or choose require')
  }
  if (database.database === '') refuse('/database', 'Enter the database name')
  if (unreadable.test(database.database)) refuse('/database', 'Remove the control character from the name')
}

function tableFault(table: string): string | null {
  const parts = partsOf(table)
  if (parts.length > 2 || parts.some((part) => part === '') || unreadable.test(table))
    return 'Enter the table as name or schema.name, without quotes'
  return null
}

function checkSide(
  { databaseConfig, auth }: SourceConfig | DestinationConfig,
  rest: (it: DatabaseConfig, refuse: Refuse) => void,
) {
  if (!databaseConfig) return [{ path: '/databaseConfig', message: 'Enter the database' }]
  const errors: FieldProblem[] = []
  checkServer(databaseConfig, (path, message) => message !== null && errors.push({ path: `/databaseConfig${path}`, message }))
  if (auth?.type !== 'basic')
    errors.push({ path: '/auth/type', message: 'Choose basic authentication and enter the database account' })
  else if (auth.username === '') errors.push({ path: '/auth/username', message: 'Enter the account name' })
  rest(databaseConfig, (path, message) => message !== null && errors.push({ path: `/databaseConfig${path}`, message }))
  return errors
}

function checkKeys(names: readonly string[] = [], refuse: Refuse): void {
  for (const [at, name] of names.entries()) {
    if (unreadable.test(name)) refuse(`/keyColumns/${at}`, 'Remove the control character from the name')
    if (names.indexOf(name) !== at) refuse(`/keyColumns/${at}`, 'This column is listed twice')
  }
}

export const checkDatabaseSource = (config: SourceConfig): FieldProblem[] =>
  checkSide(config, ({ query, table, cursorColumn, lookBack, keyColumns, write, statement, mustChange }, refuse) => {
    if (write !== undefined) refuse('/write', 'Only destinations write rows. Remove it')
    if (statement !== undefined || mustChange !== undefined) refuse('/statement', 'Only destinations run a statement. Remove it')
    if (query === undefined && table === undefined) refuse('/query', 'Enter a query or a table')
    if (query !== undefined && table !== undefined) refuse('/table', 'Enter a query or a table, not both')
    const parsed = query === undefined ? null : oneQuery(query)
    if (parsed && 'fault' in parsed) refuse('/query', parsed.fault)
    if (table !== undefined) refuse('/table', tableFault(table))
    if (lookBack && cursorColumn === undefined) refuse('/lookBack', 'Set a cursor column to use the look-back')
    if (cursorColumn !== undefined && unreadable.test(cursorColumn))
      refuse('/cursorColumn', 'Remove the control character from the name')
    checkKeys(keyColumns, refuse)
  })

export const checkDatabaseDestination = (config: DestinationConfig): FieldProblem[] =>
  checkSide(config, ({ query, table, cursorColumn, lookBack, keyColumns = [], write, statement }, refuse) => {
    if (write === 'statement') {
      const parsed = oneStatement(statement ?? '')
      refuse('/statement', statement?.trim() ? ('fault' in parsed ? parsed.fault : null) : 'Enter the statement')
    } else {
      if (statement !== undefined) refuse('/statement', 'Select the own statement, or remove it')
      if (write !== undefined && write !== 'insert' && keyColumns.length === 0)
        refuse('/keyColumns', 'Enter the key columns by which rows are found')
      refuse('/table', table === undefined ? 'Enter the destination table' : tableFault(table))
    }
    if (query !== undefined) refuse('/query', 'Only sources use a query. Remove it')
    if (cursorColumn !== undefined) refuse('/cursorColumn', 'Only sources use a cursor column. Remove it')
    if (lookBack !== undefined) refuse('/lookBack', 'Only sources use a look-back. Remove it')
    checkKeys(keyColumns, refuse)
  })
