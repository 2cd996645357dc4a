import { X } from 'lucide-react'

import type { SecretValue } from '#contract/connectors/config/config.ts'
import { secretsMax } from '#src/machines/builder/systems/side-config.ts'
import type { SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { Field } from '../../../kit/controls/Field.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { number } from '../../../kit/format/numbers.ts'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { Fold, Pair, RowFrame } from '../form-parts.tsx'
import { faultAt, sideMessages } from '../side.messages.ts'
import { SecretInput } from './SecretInput.tsx'

const messages = sideMessages.secrets

type SecretValuesProps = {
  readonly secrets: readonly SecretValue[]
  readonly faults: SideFaults
  readonly onChange: (secrets: SecretValue[]) => void
  readonly onTyped: (secrets: SecretValue[]) => void
}

/** Secrets beside the authentication: many systems need two keys, or a key in their own header. */
export function SecretValues({ secrets, faults, onChange, onTyped }: SecretValuesProps) {
  const withChange = (at: number, change: Partial<SecretValue>) =>
    secrets.map((it, index) => (index === at ? { ...it, ...change } : it))
  const write = (at: number, change: Partial<SecretValue>) => onChange(withChange(at, change))
  return (
    <Fold
      title={secrets.length === 0 ? messages.title : sideMessages.titleWithCount(messages.title, number(secrets.length))}
      isOpen={secrets.length > 0}
    >
      <Hint>{messages.hint}</Hint>
      {secrets.map((secret, at) => {
        const row = sideMessages.row(messages.what, number(at + 1))
        return (
          // Two secrets can be equal while a person types, so the position is the key.
          <RowFrame key={`secret ${at.toString()}`}>
            <Pair>
              <Select
                label={messages.place(row)}
                options={sideMessages.keyPlaces}
                value={secret.in}
                onChoose={(place) => write(at, { in: place })}
              />
              <Field
                label={sideMessages.key(row)}
                value={secret.name}
                spellCheck={false}
                error={faultAt(faults, `/secrets/${at}/name`)}
                onWrite={(name) => write(at, { name })}
              />
            </Pair>
            <SecretInput
              label={sideMessages.value(row)}
              secret={secret.value}
              error={faultAt(faults, `/secrets/${at}/value`)}
              onGiven={(value) => write(at, { value })}
              onTyped={(value) => onTyped(value === null ? [...secrets] : withChange(at, { value }))}
            />
            <Row>
              <Button
                kind="quiet"
                label={sideMessages.remove(row)}
                onPress={() => onChange(secrets.filter((_, index) => index !== at))}
              >
                <X aria-hidden="true" />
              </Button>
            </Row>
          </RowFrame>
        )
      })}
      {secrets.length < secretsMax ? (
        <Row>
          <Button onPress={() => onChange([...secrets, { in: 'header', name: '', value: '' }])}>{messages.add}</Button>
        </Row>
      ) : null}
    </Fold>
  )
}
