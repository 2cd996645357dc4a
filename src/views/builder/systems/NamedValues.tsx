import { X } from 'lucide-react'
import { useState } from 'react'

import type { NamedValue } from '#contract/connectors/config/config.ts'
import { looksSecret } from '#contract/connectors/config/hazards/secret-signs.ts'
import type { SideChange } from '#src/machines/builder/systems/side-config.ts'
import type { SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { Fold, Pair, RowFrame, Tick } from './form-parts.tsx'
import { Suspected } from './secrets/Suspected.tsx'
import { faultAt, sideMessages as messages } from './side.messages.ts'

type Place = 'queries' | 'headers' | 'variables'

type NamedValuesProps = {
  readonly place: Place
  readonly rows: readonly NamedValue[]
  readonly faults: SideFaults
  readonly onChange: (rows: NamedValue[]) => void
  /** What moves a row to the secrets; undefined where it is used in a place that keeps none. */
  readonly storedOf: (at: number) => SideChange | undefined
  readonly onStore: (change: SideChange) => void
}

/** Rows that most APIs hold at most. */
const rowsMax = 64

/** Names with their values. A row can be switched off, removed, and taken back after that. */
export function NamedValues({ place, rows, faults, onChange, storedOf, onStore }: NamedValuesProps) {
  const [removed, setRemoved] = useState<{ readonly at: number; readonly row: NamedValue } | null>(null)
  const { title, what, add, none } = messages.rows[place]
  const write = (at: number, change: Partial<NamedValue>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  return (
    <Fold
      title={rows.length === 0 ? title : messages.titleWithCount(title, number(rows.length))}
      isOpen={rows.length > 0 || removed !== null}
    >
      {rows.length === 0 ? <Hint>{none}</Hint> : null}
      {rows.map((row, at) => (
        <ValueFields
          // Rows have no name of their own: two may be alike, and they keep their order.
          key={`${place} ${at.toString()}`}
          name={messages.row(what, number(at + 1))}
          path={`/${place}/${at}`}
          row={row}
          hasUrlKey={place === 'queries'}
          faults={faults}
          onWrite={(change) => write(at, change)}
          suspect={looksSecret(row) ? { stored: storedOf(at), onStore } : null}
          onRemove={() => {
            setRemoved({ at, row })
            onChange(rows.filter((_, index) => index !== at))
          }}
        />
      ))}
      <Row>
        {rows.length < rowsMax ? (
          <Button onPress={() => onChange([...rows, { key: '', value: '', active: true }])}>{add}</Button>
        ) : null}
        <span role="status">{removed === null ? null : messages.removed(messages.row(what, number(removed.at + 1)))}</span>
        {removed === null ? null : (
          <Button
            kind="quiet"
            onPress={() => {
              onChange(rows.toSpliced(removed.at, 0, removed.row))
              setRemoved(null)
            }}
          >
            {messages.undo}
          </Button>
        )}
      </Row>
    </Fold>
  )
}

type ValueFieldsProps = {
  readonly name: string
  readonly path: string
  readonly row: NamedValue
  readonly hasUrlKey: boolean
  readonly faults: SideFaults
  readonly onWrite: (change: Partial<NamedValue>) => void
  /** Null: it does not look like a secret. */
  readonly suspect: { readonly stored: SideChange | undefined; readonly onStore: (change: SideChange) => void } | null
  readonly onRemove: () => void
}

function ValueFields({ name, path, row, hasUrlKey, faults, onWrite, suspect, onRemove }: ValueFieldsProps) {
  const { key, urlKey = '', value, description = '', active = true } = row
  return (
    <RowFrame>
      <Pair>
        <Field
          label={messages.key(name)}
          value={key}
          spellCheck={false}
          error={faultAt(faults, `${path}/key`)}
          onWrite={(text) => onWrite({ key: text })}
        />
        <Field
          label={messages.value(name)}
          value={value}
          spellCheck={false}
          error={faultAt(faults, `${path}/value`)}
          onWrite={(text) => onWrite({ value: text })}
        />
      </Pair>
      {suspect === null ? null : (
        <Suspected
          name={key}
          onStore={suspect.stored === undefined ? null : () => suspect.stored && suspect.onStore(suspect.stored)}
        />
      )}
      <details open={urlKey !== '' || description !== ''}>
        <summary>{messages.more}</summary>
        <Pair>
          {hasUrlKey ? (
            <Field
              label={messages.urlKey(name)}
              hint={messages.urlKeyHint}
              value={urlKey}
              spellCheck={false}
              onWrite={(text) => onWrite({ urlKey: text })}
            />
          ) : null}
          <Field label={messages.description(name)} value={description} onWrite={(text) => onWrite({ description: text })} />
        </Pair>
      </details>
      <Row>
        <Tick label={messages.isSent(name)} isOn={active} onChange={(isOn) => onWrite({ active: isOn })} />
        <Button kind="quiet" label={messages.remove(name)} onPress={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </Row>
    </RowFrame>
  )
}
