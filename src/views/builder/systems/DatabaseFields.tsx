import type { DatabaseConfig, TableWrite } from '#contract/connectors/config/config.ts'
import { tableWriteOf } from '#contract/connectors/config/database.ts'
import type { SideConfig, SideName } from '#src/machines/builder/systems/side-config.ts'
import type { SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import type { Offered } from '#src/machines/kit/completion.ts'
import { CompletingBox } from '../../kit/completion/CompletingBox.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Pair, Tick } from './form-parts.tsx'
import { ListField } from './ListField.tsx'
import { faultAt, sideMessages as messages } from './side.messages.ts'

type DatabaseFieldsProps = {
  readonly side: SideName
  readonly config: SideConfig
  readonly faults: SideFaults
  /** What an own statement can contain. */
  readonly offered: readonly Offered[]
  readonly onChange: (database: DatabaseConfig) => void
}

const blank: DatabaseConfig = { engine: 'postgresql', host: '', database: '' }
const usualPort = { postgresql: '5432', mysql: '3306' } as const

/** Without a member where nothing is given: an empty text would be a table without a name. */
function withText(database: DatabaseConfig, field: 'query' | 'table' | 'cursorColumn', text: string): DatabaseConfig {
  const { [field]: _, ...rest } = database
  return text === '' ? rest : { ...rest, [field]: text }
}

function withNumber(database: DatabaseConfig, field: 'port' | 'lookBack', text: string): DatabaseConfig {
  const { [field]: _, ...rest } = database
  if (text === '') return rest
  return /^\d{1,8}$/.test(text) ? { ...rest, [field]: Number(text) } : database
}

/** What only an own statement has goes with it, and a statement has neither table nor key columns. */
function withWrite(database: DatabaseConfig, write: TableWrite): DatabaseConfig {
  const { statement: _, mustChange: __, ...rest } = database
  if (write !== 'statement') return { ...rest, write }
  const { table: ___, keyColumns: ____, ...bare } = rest
  return { ...bare, write, statement: database.statement ?? '', mustChange: database.mustChange ?? true }
}

export function DatabaseFields({
  side,
  config: { databaseConfig: database = blank },
  faults,
  offered,
  onChange,
}: DatabaseFieldsProps) {
  const { engine, host, port, tls = 'verify', query = '', table = '', cursorColumn = '', lookBack, keyColumns = [] } = database
  const write = tableWriteOf(database)
  const isStatement = side === 'destination' && write === 'statement'
  const told = (field: string) => faultAt(faults, `/databaseConfig/${field}`)
  const keyField = (hint: string) => (
    <ListField
      label={messages.keyColumns}
      values={keyColumns}
      hint={hint}
      onWrite={(names) => onChange({ ...database, keyColumns: names })}
    />
  )
  return (
    <>
      <Pair>
        <Select
          label={messages.engine}
          options={messages.engines}
          value={engine}
          onChoose={(it) => onChange({ ...database, engine: it })}
        />
        <Field
          label={messages.host}
          value={host}
          spellCheck={false}
          error={told('host')}
          onWrite={(it) => onChange({ ...database, host: it })}
        />
        <Field
          label={messages.port}
          value={port?.toString() ?? ''}
          inputMode="numeric"
          hint={messages.portHint(usualPort[engine])}
          error={told('port')}
          onWrite={(text) => onChange(withNumber(database, 'port', text))}
        />
        <Field
          label={messages.database}
          value={database.database}
          spellCheck={false}
          onWrite={(it) => onChange({ ...database, database: it })}
        />
        <Select
          label={messages.tls}
          options={messages.tlsModes}
          value={tls}
          onChoose={(it) => onChange({ ...database, tls: it })}
        />
        {isStatement ? null : (
          <Field
            label={side === 'destination' ? messages.writeTo : messages.readFrom}
            value={table}
            spellCheck={false}
            hint={messages.tableHint}
            error={told('table')}
            onWrite={(text) => onChange(withText(database, 'table', text))}
          />
        )}
      </Pair>
      {side === 'destination' ? (
        <>
          <Select<TableWrite>
            label={messages.tableWrite}
            options={messages.tableWrites}
            value={write}
            onChoose={(it) => onChange(withWrite(database, it))}
          />
          {write === 'statement' ? (
            <StatementFields {...{ database, offered, onChange }} error={told('statement')} />
          ) : write === 'insert' && keyColumns.length === 0 ? null : (
            keyField(messages.keyColumnsHints[write])
          )}
        </>
      ) : (
        <TextArea
          label={messages.query}
          value={query}
          rows={4}
          isCode
          hint={side === 'enrichment' ? messages.lookupQueryHint : messages.queryHint}
          onWrite={(text) => onChange(withText(database, 'query', text))}
        />
      )}
      {side === 'source' ? keyField(messages.sourceKeyHint) : null}
      {side === 'source' ? (
        <Pair>
          <Field
            label={messages.cursorColumn}
            value={cursorColumn}
            spellCheck={false}
            hint={messages.cursorHint}
            onWrite={(text) => onChange(withText(database, 'cursorColumn', text))}
          />
          <Field
            label={messages.lookBack}
            value={lookBack?.toString() ?? ''}
            inputMode="numeric"
            hint={messages.lookBackHint}
            onWrite={(text) => onChange(withNumber(database, 'lookBack', text))}
          />
        </Pair>
      ) : null}
    </>
  )
}

type StatementFieldsProps = {
  readonly database: DatabaseConfig
  readonly error: string | undefined
  readonly offered: readonly Offered[]
  readonly onChange: (database: DatabaseConfig) => void
}

function StatementFields({ database, error, offered, onChange }: StatementFieldsProps) {
  const { statement = '', mustChange = false } = database
  return (
    <>
      <CompletingBox
        label={messages.statement}
        value={statement}
        rows={6}
        sign=":"
        offered={offered}
        hint={messages.statementHint}
        error={error}
        onWrite={(text) => onChange({ ...database, statement: text })}
      />
      <Tick label={messages.mustChange} isOn={mustChange} onChange={(isOn) => onChange({ ...database, mustChange: isOn })} />
    </>
  )
}
