import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import type { SideConfig, SideName } from '#src/machines/builder/systems/side-config.ts'
import type { SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Pair, toldAt } from './form-parts.tsx'
import { sideWords as words } from './side.messages.ts'

type DatabaseFieldsProps = {
  readonly side: SideName
  readonly config: SideConfig
  readonly faults: SideFaults
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

export function DatabaseFields({ side, config: { databaseConfig: database = blank }, faults, onChange }: DatabaseFieldsProps) {
  const { engine, host, port, tls = 'verify', query = '', table = '', cursorColumn = '', lookBack, keyColumns = [] } = database
  const told = (field: string) => toldAt(faults, `/databaseConfig/${field}`)
  const keyField = (hint: string) => (
    <Field
      label={words.keyColumns}
      value={keyColumns.join(',')}
      spellCheck={false}
      hint={hint}
      onWrite={(text) => onChange({ ...database, keyColumns: text === '' ? [] : text.split(',') })}
    />
  )
  return (
    <>
      <Pair>
        <Select
          label={words.engine}
          options={words.engines}
          value={engine}
          onChoose={(it) => onChange({ ...database, engine: it })}
        />
        <Field
          label={words.host}
          value={host}
          spellCheck={false}
          error={told('host')}
          onWrite={(it) => onChange({ ...database, host: it })}
        />
        <Field
          label={words.port}
          value={port?.toString() ?? ''}
          inputMode="numeric"
          hint={words.portHint(usualPort[engine])}
          error={told('port')}
          onWrite={(text) => onChange(withNumber(database, 'port', text))}
        />
        <Field
          label={words.database}
          value={database.database}
          spellCheck={false}
          onWrite={(it) => onChange({ ...database, database: it })}
        />
        <Select label={words.tls} options={words.tlsModes} value={tls} onChoose={(it) => onChange({ ...database, tls: it })} />
        <Field
          label={side === 'destination' ? words.writeTo : words.readFrom}
          value={table}
          spellCheck={false}
          hint={words.tableHint}
          error={told('table')}
          onWrite={(text) => onChange(withText(database, 'table', text))}
        />
      </Pair>
      {side === 'destination' ? (
        keyField(words.keyColumnsHint)
      ) : (
        <TextArea
          label={words.query}
          value={query}
          rows={4}
          isCode
          hint={side === 'enrichment' ? words.lookupQueryHint : words.queryHint}
          onWrite={(text) => onChange(withText(database, 'query', text))}
        />
      )}
      {side === 'source' ? keyField(words.sourceKeyHint) : null}
      {side === 'source' ? (
        <Pair>
          <Field
            label={words.cursorColumn}
            value={cursorColumn}
            spellCheck={false}
            hint={words.cursorHint}
            onWrite={(text) => onChange(withText(database, 'cursorColumn', text))}
          />
          <Field
            label={words.lookBack}
            value={lookBack?.toString() ?? ''}
            inputMode="numeric"
            hint={words.lookBackHint}
            onWrite={(text) => onChange(withNumber(database, 'lookBack', text))}
          />
        </Pair>
      ) : null}
    </>
  )
}
